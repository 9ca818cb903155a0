import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { predictRow } from '#core/prediction/predict-row.ts'
import { subjectOf } from '#core/prediction/subjects.ts'
import { type CalendarRow, calendar } from '#core/projections/calendar.ts'
import { type BookedVisit, isBookedVisit, type VisitTimes } from '#web/features/schedule/visit-times.ts'
import { isUnseenAt } from '#web/sync/ledger/ledger-state.ts'
import { useIsUnreachable, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { type Queue, waiting } from '#web/sync/outbox/outbox.ts'
import { type CalendarRead, isWithin } from '#web/sync/reads/calendar.ts'

/** A visit's new times and, if it moves to another person, its new people. */
export type PendingMove = VisitTimes & { assignedTo?: string[] }
/** Where visits are being moved to, by job, before their command has been dispatched. */
export type PendingMoves = ReadonlyMap<string, PendingMove>

const none: readonly BookedVisit[] = []

/** The calendar's bookings, with this device's changes since they were read. */
export function useOptimisticBookings(
  read: CalendarRead | undefined,
  pendingMoves: PendingMoves,
): readonly BookedVisit[] {
  const { queue, seq } = useLedger(useShallow(({ queue, seqs }) => ({ queue, seq: seqs.calendar ?? -1 })))
  return useMemo(
    () => (read ? optimisticBookings(withBookedHere(read, queue), queue, seq, pendingMoves) : none),
    [read, queue, seq, pendingMoves],
  )
}

/** The calendar with a row for each job that was booked on this device and has none yet: its commands are folded over it. */
function withBookedHere(read: CalendarRead, queue: Queue): CalendarRead {
  const state = useLedger.getState()
  const known = new Set(read.bookings.map(({ jobId }) => jobId))
  const booked = queue.flatMap(({ command }) => (command.type === 'ScheduleJob' ? [command.data.jobId] : []))
  const jobs = [...new Set(booked)]
    .filter((jobId) => !known.has(jobId))
    .flatMap((jobId) => state.jobs[jobId]?.body ?? [])
  if (jobs.length === 0) return read
  const rows = jobs.map(
    ({ jobId, jobRef, apartmentName, jobStatus, warning, jobBookingId, jobStart, jobEnd, access, assignedTo }) => ({
      ...{ jobId, jobRef, apartmentName, jobStatus, warning, jobBookingId, jobStart, jobEnd, access, assignedTo },
    }),
  )
  return { ...read, bookings: [...read.bookings, ...rows] }
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
  return read.bookings
    .map((row): CalendarRow => {
      const seq = Math.max(read.seq, pushed, read.pushedAt?.[row.jobId] ?? 0)
      const ofRow = queue.filter((one) => subjectOf(one.command) === row.jobId && isUnseenAt(one, seq))
      const events = ofRow.flatMap((one) => one.events)
      const predicted = predictRow(calendar, row.jobId, row, events) ?? row
      return { ...predicted, ...undecidedTimes(ofRow), ...pendingMoves.get(row.jobId) }
    })
    .filter(isBookedVisit)
    .filter((row) => isWithin(row, read))
    .sort((one, other) => Date.parse(one.jobStart) - Date.parse(other.jobStart))
}

/** The times of a visit moved while its job was not on this device, so that no events could be predicted. */
function undecidedTimes(queue: Queue): Partial<PendingMove> {
  const last = queue.findLast(({ command, events }) => command.type === 'ScheduleJob' && events.length === 0)
  if (last?.command.type !== 'ScheduleJob') return {}
  const { jobStart, jobEnd, assignedTo } = last.command.data
  return { jobStart, jobEnd, assignedTo }
}
