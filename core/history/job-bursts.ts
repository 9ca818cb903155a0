import { isEventType } from '#core/ledger/ledger.ts'
import type { Change } from './changes.ts'
import {
  burstGap,
  type CommandGroup,
  commandGroups,
  netChanges,
  numberIn,
  type ReadSoFar,
  readWhole,
  repeatedly,
  withoutSubject,
} from './command-groups.ts'
import type { HistoryEntry } from './history.ts'
import { type HistoryKind, kindOf } from './kinds.ts'

/** Changes of one kind that one person made close together, newest first, with their net effect. */
export type Burst = { groups: readonly CommandGroup[]; kind: HistoryKind; sentence: string; net: readonly Change[] }

/** A job's history, newest first, with consequences under their causes and each person's bursts combined. */
export function burstsOf(entries: readonly HistoryEntry[], soFar: ReadSoFar = readWhole): Burst[] {
  const bursts: { groups: CommandGroup[]; kind: HistoryKind }[] = []
  for (const group of commandGroups(entries)) {
    const last = bursts.at(-1)
    const kind = isEventType(group.cause.type) ? kindOf[group.cause.type] : 'job'
    const newer = last?.groups.at(-1)
    if (last && newer && last.kind === kind && followsClosely(group.cause, newer.cause)) last.groups.push(group)
    else bursts.push({ groups: [group], kind })
  }
  return bursts.map((burst, at) => ({
    ...burst,
    sentence: sentenceOf(burst.groups, at === bursts.length - 1 ? soFar : readWhole),
    net: netChanges(burst.groups),
  }))
}

/** 'added 5 images and deleted an image'; more than two different sentences are only counted. */
function sentenceOf(groups: readonly CommandGroup[], soFar: ReadSoFar): string {
  const causes = groups.map(({ cause }) => cause)
  const [newest] = causes
  if (!newest) return ''
  if (causes.length === 1 || isOneTaskMovedOn(causes)) return newest.sentence
  const same = Map.groupBy(causes.toReversed(), withoutSubject)
  if (same.size > 2) return `made ${numberIn(causes.length, soFar)} changes`
  return [...same].map(([words, { length }]) => repeatedly(words, length, soFar)).join(' and ')
}

const statusTypes = ['TaskCompleted', 'TaskToEstimate', 'TaskReopened']

/** Clicks that take one task from status to status: only the last one counts. */
const isOneTaskMovedOn = (causes: readonly HistoryEntry[]) =>
  causes.every(({ type, changes }) => statusTypes.includes(type) && changes[0]?.of === causes[0]?.changes[0]?.of)

const followsClosely = (older: HistoryEntry, newer: HistoryEntry) =>
  older.actorId !== undefined &&
  older.actorId === newer.actorId &&
  [older, newer].every((one) => one.corrected === undefined && one.unreadable === undefined) &&
  Date.parse(newer.recordedAt) - Date.parse(older.recordedAt) < burstGap
