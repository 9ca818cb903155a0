import { useEffect } from 'react'
import type { Arrival } from '#core/job/visit/time-on-site.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useMe, useTimeZone } from '#web/sync/reads/me.ts'
import { LeaveCheck } from './leave-check.tsx'
import { NoAccessSheet } from './no-access/lazy-no-access-sheet.tsx'
import { closeVisitDialog, takeDoorPhoto, useVisitDialog } from './visit-dialog.ts'
import { visitTaps } from './visit-taps.ts'

/** The no access record or leave check that is open at a job. It stays until it is saved or dismissed, or the job is left. */
export function VisitDialogs({ jobId }: { jobId: string }) {
  const open = useVisitDialog((state) => (state.open?.jobId === jobId ? state.open : undefined))
  useEffect(() => {
    // Another job has dialogs of its own.
    void jobId
    return closeVisitDialog
  }, [jobId])
  if (open?.is === 'no access') {
    const { jobBookingId, from, photo } = open
    return (
      <NoAccessSheet {...{ jobId, jobBookingId, from, photo }} onCamera={takeDoorPhoto} onClose={closeVisitDialog} />
    )
  }
  return open && <Leaving jobId={jobId} opened={open.arrival} />
}

function Leaving({ jobId, opened }: { jobId: string; opened: Arrival }) {
  const job = useJob(jobId)
  const photosNeeded = useMe().data?.company.photosNeeded ?? false
  const { leave } = visitTaps(jobId, useTimeZone())
  if (!job) return null
  // Its time may have been changed since.
  const arrival = job.arrivals?.find(({ arrivalId }) => arrivalId === opened.arrivalId) ?? opened
  const left = () => {
    closeVisitDialog()
    leave(arrival.arrivalId)
  }
  return <LeaveCheck {...{ job, arrival, photosNeeded }} onLeave={left} onClose={closeVisitDialog} />
}
