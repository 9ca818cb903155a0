import type { Job } from '#core/job/job.ts'
import { derivedStatus } from '#core/job/values.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** How to undo a job's new booking; undefined if that would not restore the job exactly. */
export function undoOfBooking(before: Job, jobBookingId: string): (() => void) | undefined {
  const { jobId, jobStatus, jobDescriptions } = before
  if (before.jobBookingId) return jobStatus === 'booked' ? () => restoreBooking(before) : undefined
  if (derivedStatus(jobDescriptions) !== jobStatus) return undefined
  return () => {
    const refusal = dispatch({ type: 'DeleteBooking', data: { jobId, jobBookingId } })
    if (refusal) toast.failure(refusal.error)
  }
}

/** Books a job's visit again, as it was. */
export function restoreBooking({ jobId, jobBookingId, jobStart, jobEnd, access = '', assignedTo }: Job) {
  if (!jobBookingId || !jobStart || !jobEnd) return
  const refusal = dispatch({
    type: 'ScheduleJob',
    data: { jobId, jobBookingId, jobStart, jobEnd, access, assignedTo },
  })
  if (refusal) toast.failure(refusal.error)
}
