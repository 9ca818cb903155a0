import { v7 as uuid } from 'uuid'
import { announceBooking } from '#web/features/schedule/announce-booking.ts'
import { undoOfBooking } from '#web/features/schedule/undo-booking.ts'
import type { Lifted } from '#web/screens/calendar/placing/places.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { shownJob } from '#web/sync/ledger/shown-documents.ts'
import { toast } from '#web/ui/states/toast.tsx'

export type Visit = { jobStart: string; jobEnd: string; assignedTo: string[] }

/**
 * Books a job of the tray; one that had a visit before keeps its access note. It is refused once somebody has booked the job since it
 * was lifted.
 */
export function bookJob({ jobId, last }: Lifted, visit: Visit, zone: string, anyway: boolean) {
  const job = shownJob(useLedger.getState(), jobId)
  // Its access note is not known here.
  if (!job && last) return toast.failure('This job isn’t on this device. Book it once you’re back online.')
  const jobBookingId = job?.jobBookingId ?? uuid()
  const access = job?.access ?? ''
  const data = { ...visit, jobId, jobBookingId, access, from: last ? { ...last, access } : {} }
  const refusal = dispatch({ type: 'ScheduleJob', data: { ...data, ...(anyway && { anyway }) } })
  if (refusal) return toast.failure(refusal.error)
  announceBooking({ jobId, ...visit }, zone, job && undoOfBooking(job, jobBookingId))
}
