import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { predictRow } from '#core/prediction/predict-row.ts'
import { subjectOf } from '#core/prediction/subjects.ts'
import { type CalendarRow, calendar } from '#core/projections/calendar.ts'
import { type BookedVisit, isBookedVisit, type VisitTimes } from '#web/features/schedule/visit-times.ts'
import { useIsUnreachable, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { type Queue, waiting } from '#web/sync/outbox/outbox.ts'
import { type CalendarRead, isWithin } from '#web/sync/reads/calendar.ts'

/** Where visits are being moved to, by job, before their command has been dispatched. */
export type PendingMoves = ReadonlyMap<string, VisitTimes>

const none: readonly BookedVisit[] = []

/** The calendar's bookings, with this device's changes since they were read. */
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

/** The jobs with changes on this device that cannot be sent at the moment. */
export function useUnsentJobs(): ReadonlySet<string> {
  const held = useIsUnreachable()
  const jobIds = useLedger(
    useShallow(({ queue }) => (held ? waiting(queue).map(({ command }) => subjectOf(command)) : [])),
  )
  return useMemo(() => new Set(jobIds), [jobIds])
}

/** Bookings to show: confirmed rows, with unconfirmed commands and moves applied to them. */
export function optimisticBookings(
  read: CalendarRead,
  queue: Queue,
  pushed: number,
  pendingMoves: PendingMoves,
): BookedVisit[] {
  const seq = Math.max(read.seq, pushed)
  const unseen = queue.filter(
    (one) => one.state === 'waiting' || one.state === 'stuck' || (one.state === 'accepted' && (one.seq ?? 0) > seq),
  )
  return read.bookings
    .map((row): CalendarRow => {
      const ofRow = unseen.filter((one) => subjectOf(one.command) === row.jobId)
      const events = ofRow.flatMap((one) => one.events)
      const predicted = predictRow(calendar, row.jobId, row, events) ?? row
      return { ...predicted, ...undecidedTimes(ofRow), ...pendingMoves.get(row.jobId) }
    })
    .filter(isBookedVisit)
    .filter((row) => isWithin(row, read))
    .sort((one, other) => Date.parse(one.jobStart) - Date.parse(other.jobStart))
}

/** The times of a visit moved while its job was not on this device, so that no events could be predicted. */
function undecidedTimes(queue: Queue): Partial<VisitTimes> {
  const last = queue.findLast(({ command, events }) => command.type === 'ScheduleJob' && events.length === 0)
  if (last?.command.type !== 'ScheduleJob') return {}
  const { jobStart, jobEnd } = last.command.data
  return { jobStart, jobEnd }
}
