import type { Change } from './changes.ts'
import type { HistoryEntry } from './history.ts'
import { type HistoryKind, kindOf } from './history-kinds.ts'
import { isEventType } from './ledger.ts'

/** A change and what followed from it: all that one command did. */
export type Told = { cause: HistoryEntry; consequences: readonly HistoryEntry[] }

/** Changes of one person and one kind that came close together, newest first, and what they come to. */
export type Burst = { told: readonly Told[]; kind: HistoryKind; net: readonly Change[] }

/** Changes that are further apart than this stand by themselves, in milliseconds. */
const burstGap = 120_000

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
  return bursts.map((burst) => ({ ...burst, net: netOf(burst.told) }))
}

/** Entries of one command under the first of them. */
function causesOf(entries: readonly HistoryEntry[]): Told[] {
  const told: { cause: HistoryEntry; consequences: HistoryEntry[] }[] = []
  // From the oldest, so that a cause comes before what followed from it.
  for (const entry of entries.toReversed()) {
    const last = told.at(-1)
    if (last && last.cause.commandId === entry.commandId) last.consequences.push(entry)
    else told.push({ cause: entry, consequences: [] })
  }
  return told.reverse()
}

const followsClosely = (older: HistoryEntry, newer: HistoryEntry) =>
  older.actorId !== undefined &&
  older.actorId === newer.actorId &&
  older.corrected === undefined &&
  newer.corrected === undefined &&
  Date.parse(newer.recordedAt) - Date.parse(older.recordedAt) < burstGap

/** From the first value to the last, field by field; what came back to where it was is no change. */
function netOf(told: readonly Told[]): Change[] {
  const net = new Map<string, Change>()
  for (const { cause, consequences } of told.toReversed()) {
    for (const change of [cause, ...consequences].flatMap((one) => one.changes)) {
      const place = `${change.field} ${change.field === 'note' ? net.size : (change.of ?? '')}`
      const first = net.get(place)
      if (!first) net.set(place, change)
      else net.set(place, withValues(change, first.from, change.to))
    }
  }
  return [...net.values()].filter((one) => JSON.stringify(one.from) !== JSON.stringify(one.to))
}

const withValues = ({ field, of }: Change, from: Change['from'], to: Change['to']): Change => ({
  field,
  ...(of === undefined ? {} : { of }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})
