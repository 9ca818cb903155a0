import type { Job } from '#core/job/job.ts'
import { withSeen } from '#core/job/seen-values.ts'
import { derivedStatus } from '#core/job/values.ts'
import { refuse } from '#core/model/refusals.ts'
import { dispatchUndo } from '#web/sync/ledger/dispatch.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { shownJob } from '#web/sync/ledger/shown-documents.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { withStatus } from './visit-times.ts'

/**
 * How to undo a job's booking that was just made; undefined if that would not restore the job exactly. It is refused once somebody
 * has changed the booking.
 */
export function undoOfBooking(before: Job, jobBookingId: string): (() => void) | undefined {
  const { jobId, jobStatus, jobDescriptions } = before
  const booked = jobNow(jobId)
  if (!booked) return undefined
  if (before.jobBookingId) return () => restoreBooking(before, booked)
  if (derivedStatus(jobDescriptions) !== jobStatus) return undefined
  return () => {
    const isThere = jobNow(jobId)?.jobBookingId === jobBookingId
    const refusal = isThere
      ? dispatchUndo(withSeen(booked, { type: 'DeleteBooking', data: { jobId, jobBookingId } }))
      : refuse('value-moved-on')
    if (refusal) toast.failure(refusal.error)
  }
}

/** Books a job's visit again, with the job's status as it was; refused if its booking is another than in `over`. */
export function restoreBooking(was: Job, over: Job) {
  const command = bookingOf(was)
  const refusal = command && dispatchUndo(withSeen(over, command))
  if (refusal) toast.failure(refusal.error)
}

const jobNow = (jobId: string) => shownJob(useLedger.getState(), jobId)

/** The command that puts a job's booking back; undefined if it had none. */
function bookingOf({ jobId, jobBookingId, jobStart, jobEnd, access = '', assignedTo, jobStatus }: Job) {
  if (!jobBookingId || !jobStart || !jobEnd) return undefined
  const visit = { jobId, jobBookingId, jobStart, jobEnd, access, assignedTo }
  return { type: 'ScheduleJob', data: { ...visit, ...withStatus(jobStatus) } } as const
}
