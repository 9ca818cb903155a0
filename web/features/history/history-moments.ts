import type { HistoryEntry } from '#core/history/history.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'

/** One command's events: the versions of the first and last, and when they were recorded. */
export type Moment = { first: number; last: number; recordedAt: string }

/** A history's moments, oldest first. Each ends with a whole command, so none shows half of one. */
export function momentsOf(events: readonly StoredEvent[]): Moment[] {
  const moments = new Map<string, Moment>()
  for (const { commandId, version, recordedAt } of events)
    moments.set(commandId, { first: moments.get(commandId)?.first ?? version, last: version, recordedAt })
  return [...moments.values()]
}

/**
 * The index of the moment with this version, or of the one before it where the reader may not see this one; -1 if there is none.
 * `isLaterUnread` tells that there are moments after these.
 */
export function momentIndex(moments: readonly Moment[], version: number, isLaterUnread = false): number {
  const at = moments.findLastIndex(({ first }) => first <= version)
  const isKnown = at < moments.length - 1 || isLaterUnread || version <= (moments[at]?.last ?? 0)
  return isKnown ? at : -1
}

/**
 * The moment with this version, as {@link momentIndex} finds it; the last one before `unreadableFrom` for a version from there on,
 * since the job is told as it was before it.
 */
export function momentOf(
  moments: readonly Moment[],
  version: number,
  {
    isLaterUnread,
    unreadableFrom = Number.POSITIVE_INFINITY,
  }: { isLaterUnread: boolean; unreadableFrom?: number | undefined },
): Moment | undefined {
  if (version >= unreadableFrom) return moments.findLast(({ last }) => last < unreadableFrom)
  return moments[momentIndex(moments, version, isLaterUnread)]
}

/** What a history is filtered by; an empty value matches everything. */
export type HistoryFilter = { kind: string; person: string; text: string }

/** All entries of each command with a match, so that no consequence is shown without its cause. */
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
