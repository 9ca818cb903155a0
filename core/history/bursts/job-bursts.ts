import type { Change } from '#core/history/changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { type HistoryKind, kindOf } from '#core/history/kinds.ts'
import { isEventType } from '#core/ledger/ledger.ts'
import { burstGap, type CommandGroup, commandGroups, netChanges, type ReadSoFar, readWhole } from './command-groups.ts'
import { netSentence } from './net-effect.ts'

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
    sentence: netSentence(
      burst.groups.map(({ cause }) => cause),
      at === bursts.length - 1 ? soFar : readWhole,
    ),
    net: netChanges(burst.groups),
  }))
}

const followsClosely = (older: HistoryEntry, newer: HistoryEntry) =>
  older.actorId !== undefined &&
  older.actorId === newer.actorId &&
  [older, newer].every((one) => one.corrected === undefined && one.unreadable === undefined) &&
  Date.parse(newer.recordedAt) - Date.parse(older.recordedAt) < burstGap
