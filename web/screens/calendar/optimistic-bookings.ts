import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { predictRow, subjectOf } from '#core/prediction/prediction.ts'
import { type CalendarRow, calendar } from '#core/projections/calendar.ts'
import { type Booking, isBooking, type Times } from '#web/features/schedule/visit-times.ts'
import { useIsHeld, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { type Queue, waiting } from '#web/sync/outbox/outbox.ts'
import { type CalendarRead, isWithin } from '#web/sync/reads/calendar.ts'

/** Where visits are being moved to, by job, before even the command could be given. */
export type Underway = ReadonlyMap<string, Times>

const none: readonly Booking[] = []

/** What was read of the calendar, with what was changed on this device since. */
export function useShownBookings(read: CalendarRead | undefined, underway: Underway): readonly Booking[] {
  const { queue, seq } = useLedger(useShallow(({ queue, seqs }) => ({ queue, seq: seqs.calendar ?? -1 })))
  return useMemo(() => (read ? shownBookings(read, queue, seq, underway) : none), [read, queue, seq, underway])
}

/** The jobs whose changes of this device do not get through for now. */
export function useUnsentJobs(): ReadonlySet<string> {
  const held = useIsHeld()
  const jobIds = useLedger(
    useShallow(({ queue }) => (held ? waiting(queue).map(({ command }) => subjectOf(command)) : [])),
  )
  return useMemo(() => new Set(jobIds), [jobIds])
}

/** Bookings as they are shown: confirmed rows, the commands over them that they cannot hold yet, and moves just made. */
export function shownBookings(read: CalendarRead, queue: Queue, pushed: number, underway: Underway): Booking[] {
  const seq = Math.max(read.seq, pushed)
  const unseen = queue.filter((one) => one.state === 'waiting' || (one.state === 'accepted' && (one.seq ?? 0) > seq))
  return read.bookings
    .map((row): CalendarRow => {
      const events = unseen.filter((one) => subjectOf(one.command) === row.jobId).flatMap((one) => one.events)
      return { ...(predictRow(calendar, row.jobId, row, events) ?? row), ...underway.get(row.jobId) }
    })
    .filter(isBooking)
    .filter((row) => isWithin(row, read))
    .sort((one, other) => Date.parse(one.jobStart) - Date.parse(other.jobStart))
}
