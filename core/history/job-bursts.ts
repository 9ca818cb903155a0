import { isEventType } from '#core/ledger/ledger.ts'
import { burstGap, causesOf, netOf, severally, type Told } from './causes.ts'
import type { Change } from './changes.ts'
import type { HistoryEntry } from './history.ts'
import { type HistoryKind, kindOf } from './kinds.ts'

/** Changes of one person and one kind that came close together, newest first, and what they come to. */
export type Burst = { told: readonly Told[]; kind: HistoryKind; sentence: string; net: readonly Change[] }

/** A history, newest first, with the consequences under their cause and the bursts of one person folded together. */
export function burstsOf(entries: readonly HistoryEntry[]): Burst[] {
  const bursts: { told: Told[]; kind: HistoryKind }[] = []
  for (const told of causesOf(entries)) {
    const last = bursts.at(-1)
    const kind = isEventType(told.cause.type) ? kindOf[told.cause.type] : 'job'
    const newer = last?.told.at(-1)
    if (last && newer && last.kind === kind && followsClosely(told.cause, newer.cause)) last.told.push(told)
    else bursts.push({ told: [told], kind })
  }
  return bursts.map((burst) => ({ ...burst, sentence: sentenceOf(burst.told), net: netOf(burst.told) }))
}

/** 'added 5 images and deleted an image'; what would be a long list is counted. */
function sentenceOf(told: readonly Told[]): string {
  const sentences = told.map(({ cause }) => cause.sentence).reverse()
  const [only = ''] = sentences
  if (sentences.length === 1) return only
  const same = Map.groupBy(sentences, (sentence) => sentence.split(': ')[0] ?? '')
  if (same.size > 2) return `made ${sentences.length} changes`
  return [...same].map(([words, { length }]) => severally(words, length)).join(' and ')
}

const followsClosely = (older: HistoryEntry, newer: HistoryEntry) =>
  older.actorId !== undefined &&
  older.actorId === newer.actorId &&
  older.corrected === undefined &&
  newer.corrected === undefined &&
  Date.parse(newer.recordedAt) - Date.parse(older.recordedAt) < burstGap
