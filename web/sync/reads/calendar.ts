import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { CalendarRow } from '#core/projections/calendar.ts'
import type { CalendarAnswer } from '#core/wire/jobs/calendar.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { readPastPushes } from '#web/sync/device/read-past-pushes.ts'
import { pushedTo } from '#web/sync/ledger/ledger-positions.ts'
import type { RowSeqs } from '#web/sync/ledger/ledger-state.ts'
import { seqToAwait, useLedger } from '#web/sync/ledger/ledger-store.ts'

/** The query key of the calendar, so that a push finds it. */
export const calendarKey = ['calendar']

/** From one UTC instant to another. */
export type CalendarRange = { from: string; to: string }
export type CalendarRead = CalendarAnswer & CalendarRange & RowSeqs

export const calendarSchema = async () => (await import('#core/wire/jobs/calendar.ts')).calendarAnswer

/**
 * The bookings in a range of time; pushes keep them up to date. Without a network another range that is kept on this device stands in
 * for it, if it has all that is `needed`.
 */
export const calendarRead = (range: CalendarRange, needed = range) => ({
  queryKey: [...calendarKey, range],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<CalendarRead> => {
    const read = () => {
      const after = Math.max(seqToAwait() ?? 0, pushedCalendar())
      return readOrKept({
        key: [...calendarKey, range],
        schema: calendarSchema,
        read: () => call<CalendarAnswer>(paths.calendar, { query: { ...range, after }, signal }),
        otherwise: async (device) => {
          const { keptCovering } = await import('#web/sync/device/kept-ranges.ts')
          return keptCovering(device, calendarKey, needed, await calendarSchema())
        },
      })
    }
    const answer = await readPastPushes([...calendarKey, range], pushedCalendar, read)
    return { ...answer, ...range }
  },
})

const day = 24 * 60 * 60_000
/** One more than the two days before and seven after that are promised: the company's day is not that of UTC. */
const daysKept = { before: 3, after: 9 }

/** The range that holds a person's visits from two days before a time to seven after it; the same for all of a UTC day. */
export function comingVisits(now: number): CalendarRange {
  const at = (days: number) => new Date((Math.floor(now / day) + days) * day).toISOString()
  return { from: at(-daysKept.before), to: at(daysKept.after) }
}

/**
 * Reads {@link comingVisits} of a time. What this device read on an earlier day stands in for it, as long as it has the day that begins
 * then.
 */
export const comingVisitsRead = (now: number) =>
  calendarRead(comingVisits(now), { from: new Date(now).toISOString(), to: new Date(now + day).toISOString() })

/** {@link comingVisitsRead} for a screen. */
export const useComingVisits = (now: number) => useQuery(comingVisitsRead(now))

/** {@link calendarRead} for a screen; reads nothing without a range. */
export const useCalendar = (range: CalendarRange | undefined) =>
  useQuery({ ...calendarRead(range ?? { from: '', to: '' }), enabled: range !== undefined })

/** Applies pushed rows to every calendar range that was read. */
export function patchCalendar(
  queries: QueryClient,
  rows: readonly CalendarRow[],
  removed: readonly string[],
  seq: number,
) {
  const hasGap = useLedger.getState().ahead !== undefined
  const pushedAt = Object.fromEntries(rows.map((row) => [row.jobId, seq]))
  for (const [key, read] of queries.getQueriesData<CalendarRead>({ queryKey: calendarKey })) {
    const now = read && withRows(read, rows, removed, seq)
    // Beyond a gap, other changes may be missing.
    if (now)
      queries.setQueryData(key, hasGap ? { ...now, seq: read.seq, pushedAt: { ...read.pushedAt, ...pushedAt } } : now)
  }
}

/** A calendar range with changed rows; one that was read after the push stays unchanged. */
export function withRows(
  read: CalendarRead,
  rows: readonly CalendarRow[],
  removed: readonly string[],
  seq: number,
): CalendarRead {
  if (read.seq > seq) return read
  const changed = new Set([...removed, ...rows.map((row) => row.jobId)])
  const here = rows.filter((row) => isWithin(row, read))
  if (here.length === 0 && !read.bookings.some((row) => changed.has(row.jobId))) return { ...read, seq }
  const bookings = [...read.bookings.filter((row) => !changed.has(row.jobId)), ...here]
  return { ...read, seq, bookings: bookings.sort(byStart) }
}

/** Whether a visit lies at least partly within a range. */
export const isWithin = ({ jobStart, jobEnd }: CalendarRow, { from, to }: CalendarRange) =>
  jobStart !== undefined &&
  jobEnd !== undefined &&
  Date.parse(jobStart) < Date.parse(to) &&
  Date.parse(jobEnd) > Date.parse(from)

const byStart = (one: CalendarRow, other: CalendarRow) =>
  Date.parse(one.jobStart ?? '') - Date.parse(other.jobStart ?? '') || Number(one.jobRef) - Number(other.jobRef)

const pushedCalendar = () => pushedTo('calendar')
