import type { HistoryEntry } from '#core/history/history.ts'
import { evolve, type Job } from '#core/job/job.ts'
import { isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'

/** What one command did to a job: the versions of its first and last event, and when they were recorded. */
export type Moment = { first: number; last: number; recordedAt: string }

/** The moments of a history, oldest first. It stands after whole commands: a visit is never booked on a job that is not. */
export function momentsOf(events: readonly StoredEvent[]): Moment[] {
  const moments = new Map<string, Moment>()
  for (const { commandId, version, recordedAt } of events)
    moments.set(commandId, { first: moments.get(commandId)?.first ?? version, last: version, recordedAt })
  return [...moments.values()]
}

/** Where among the moments an entry is; -1 when there is none of that version. */
export const momentIndex = (moments: readonly Moment[], version: number) =>
  moments.findIndex(({ first, last }) => first <= version && version <= last)

/** The job as it was after the event of a version. */
export const jobAt = (events: readonly StoredEvent[], version: number): Job | undefined =>
  events
    .filter(isJobEvent)
    .filter((event) => event.version <= version)
    .reduce<Job | undefined>(evolve, undefined)

/** What can be looked for in an entry; `kinds` and `person` are empty where all are wanted. */
export type HistoryFilter = { kind: string; person: string; text: string }

/** The entries of every command of which one matches, so that a consequence never loses its cause. */
export function matchingEntries(
  entries: readonly HistoryEntry[],
  { kind, person, text }: HistoryFilter,
  read: { kindOf: (entry: HistoryEntry) => string; textOf: (entry: HistoryEntry) => string },
): readonly HistoryEntry[] {
  const words = text.trim().toLowerCase()
  if (!kind && !person && !words) return entries
  const matches = (entry: HistoryEntry) =>
    (!kind || read.kindOf(entry) === kind) &&
    (!person || entry.actorId === person) &&
    (!words || read.textOf(entry).toLowerCase().includes(words))
  const commands = new Set(entries.filter(matches).map((one) => one.commandId))
  return entries.filter((one) => commands.has(one.commandId))
}
