import type { HistoryEntry } from '#core/history/history.ts'

const hour = 3_600_000

/** Whether a job's newest entries hold all that these commands recorded; one that recorded nothing is not among them. */
export function goesBackTo(entries: readonly HistoryEntry[], commandIds: readonly string[]): boolean {
  const recorded = new Set(entries.map(({ commandId }) => commandId))
  const missing = commandIds.filter((commandId) => !recorded.has(commandId))
  const [oldest] = entries.slice(-1)
  return oldest === undefined || missing.every((commandId) => Date.parse(oldest.recordedAt) < madeAt(commandId) - hour)
}

/** A command's id begins with the milliseconds at which it was made. */
const madeAt = (commandId: string) => Number.parseInt(commandId.replaceAll('-', '').slice(0, 12), 16)

/** The user's offline changes to a job, and everyone else's changes in the same period. */
export type Comparison = { mine: HistoryEntry[]; theirs: HistoryEntry[] }

/** Compares offline commands with a job's history (newest first); undefined if nobody else changed the job. */
export function compareOfflineWork(
  entries: readonly HistoryEntry[],
  commandIds: readonly string[],
  userId: string,
): Comparison | undefined {
  const all = entries.toReversed().filter((one) => one.changes.length > 0)
  const mine = all.filter((one) => commandIds.includes(one.commandId))
  const since = mine.map((one) => one.happenedAt).toSorted()[0]
  const last = mine.at(-1)
  if (since === undefined || !last) return undefined
  const theirs = all.filter(
    (one) => one.actorId !== undefined && one.actorId !== userId && one.recordedAt >= since && one.seq < last.seq,
  )
  return theirs.length > 0 ? { mine, theirs } : undefined
}
