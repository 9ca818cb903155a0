import type { DayVisit } from '#core/job/lanes/lanes.ts'
import { visitLength } from '#core/job/visit/visit-length.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { canMove } from '#web/screens/calendar/visit/can-move.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { shownJob } from '#web/sync/ledger/shown-documents.ts'
import type { Lifted } from './places.ts'

/** Whether a visit can be lifted from a lane: all of it is on this day, and its job is not completed. */
export const isLoose = ({ visit, minutes }: DayVisit<BookedVisit>) =>
  canMove(visit) && minutes === (Date.parse(visit.jobEnd) - Date.parse(visit.jobStart)) / 60_000

/** A visit lifted from a person's day. */
export function liftedFrom(
  userId: string | undefined,
  day: string,
  { visit, from, to }: DayVisit<BookedVisit>,
): Lifted {
  const { jobId, jobRef, apartmentName, assignedTo } = visit
  return {
    ...{ jobId, jobRef, apartmentName, assignedTo, day },
    ...{ from: userId, start: from, minutes: to - from, booking: visit },
  }
}

/** A job lifted from the tray. Its visit is as long as the job asks for, if it is on this device. */
export function liftedJob(row: JobRow): Lifted {
  const { jobId, jobRef, apartmentName, jobStart, jobEnd, assignedTo } = row
  return {
    ...{ jobId, jobRef, apartmentName, assignedTo: [] },
    ...{ from: undefined, day: undefined, start: undefined, booking: undefined },
    ...(jobStart && jobEnd ? { last: { jobStart, jobEnd, assignedTo } } : {}),
    minutes: visitLength(shownJob(useLedger.getState(), jobId) ?? row),
  }
}
