import type { Entry } from '#web/sync/outbox/outbox.ts'

/** Where visits are booked and moved, besides their job's own page. */
const bookingPages = ['/calendar', '/sites']

/**
 * Whether a refused visit is asked about in a dialog on the page at `path`: on the page of its job, and where visits are booked if it
 * was booked since the page was loaded (in milliseconds since 1970). Anywhere else a dialog would come out of the blue; a message
 * asks instead.
 */
export function isAskedHere(
  { command, happenedAt }: Pick<Entry, 'command' | 'happenedAt'>,
  path: string,
  loadedAt = performance.timeOrigin,
): boolean {
  if (command.type !== 'ScheduleJob') return false
  if (path === `/job/${command.data.jobId}`) return true
  return bookingPages.includes(path) && Date.parse(happenedAt) >= loadedAt
}
