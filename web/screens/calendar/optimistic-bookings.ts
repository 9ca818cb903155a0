import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { predictRow, subjectOf } from '#core/prediction/prediction.ts'
import { type CalendarRow, calendar } from '#core/projections/calendar.ts'
import { type BookedVisit, isBookedVisit, type VisitTimes } from '#web/features/schedule/visit-times.ts'
import { useIsUnreachable, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { type Queue, waiting } from '#web/sync/outbox/outbox.ts'
import { type CalendarRead, isWithin } from '#web/sync/reads/calendar.ts'

/** Where visits are being moved to, by job, before even the command could be given. */
export type PendingMoves = ReadonlyMap<string, VisitTimes>

const none: readonly BookedVisit[] = []

/** What was read of the calendar, with what was changed on this device since. */
export function useOptimisticBookings(
  read: CalendarRead | undefined,
  pendingMoves: PendingMoves,
): readonly BookedVisit[] {
  const { queue, seq } = useLedger(useShallow(({ queue, seqs }) => ({ queue, seq: seqs.calendar ?? -1 })))
  return useMemo(
    () => (read ? optimisticBookings(read, queue, seq, pendingMoves) : none),
    [read, queue, seq, pendingMoves],
  )
}

/** The jobs whose changes of this device do not get through for now. */
export function useUnsentJobs(): ReadonlySet<string> {
  const held = useIsUnreachable()
  const jobIds = useLedger(
    useShallow(({ queue }) => (held ? waiting(queue).map(({ command }) => subjectOf(command)) : [])),
  )
  return useMemo(() => new Set(jobIds), [jobIds])
}

/** Bookings as they are shown: confirmed rows, the commands over them that they cannot hold yet, and moves just made. */
export function optimisticBookings(
  read: CalendarRead,
  queue: Queue,
  pushed: number,
  pendingMoves: PendingMoves,
): BookedVisit[] {
  const seq = Math.max(read.seq, pushed)
  const unseen = queue.filter((one) => one.state === 'waiting' || (one.state === 'accepted' && (one.seq ?? 0) > seq))
  return read.bookings
    .map((row): CalendarRow => {
      const events = unseen.filter((one) => subjectOf(one.command) === row.jobId).flatMap((one) => one.events)
      return { ...(predictRow(calendar, row.jobId, row, events) ?? row), ...pendingMoves.get(row.jobId) }
    })
    .filter(isBookedVisit)
    .filter((row) => isWithin(row, read))
    .sort((one, other) => Date.parse(one.jobStart) - Date.parse(other.jobStart))
}
