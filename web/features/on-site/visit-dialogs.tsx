import { useEffect } from 'react'
import type { Arrival } from '#core/job/visit/time-on-site.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useMe, useTimeZone } from '#web/sync/reads/me.ts'
import { ChangeTimes } from './lazy-change-times.tsx'
import { LeaveCheck } from './leave-check.tsx'
import { NoAccessSheet } from './no-access/lazy-no-access-sheet.tsx'
import { closeVisitDialog, takeDoorPhoto, useVisitDialog } from './visit-dialog.ts'
import { visitTaps } from './visit-taps.ts'

/** The dialog that is open at a job: a no access record, the check before leaving, or the times. It stays until it is saved or dismissed, or the job is left. */
export function VisitDialogs({ jobId }: { jobId: string }) {
  const open = useVisitDialog((state) => (state.open?.jobId === jobId ? state.open : undefined))
  useEffect(() => {
    // Another job has dialogs of its own.
    void jobId
    return closeVisitDialog
  }, [jobId])
  if (open?.is === 'times') return <Times jobId={jobId} opened={open.arrival} />
  if (open?.is === 'no access') {
    const { jobBookingId, from, photo } = open
    return (
      <NoAccessSheet {...{ jobId, jobBookingId, from, photo }} onCamera={takeDoorPhoto} onClose={closeVisitDialog} />
    )
  }
  return open && <Leaving jobId={jobId} opened={open.arrival} />
}

type Opened = { jobId: string; opened: Arrival }

function Times({ jobId, opened }: Opened) {
  const arrival = useArrival(jobId, opened)
  return <ChangeTimes {...{ jobId, arrival }} zone={useTimeZone()} onClose={closeVisitDialog} />
}

function Leaving({ jobId, opened }: Opened) {
  const job = useJob(jobId)
  const arrival = useArrival(jobId, opened)
  const photosNeeded = useMe().data?.company.photosNeeded ?? false
  const { leave } = visitTaps(jobId, useTimeZone())
  if (!job) return null
  const left = () => {
    closeVisitDialog()
    leave(arrival.arrivalId)
  }
  return <LeaveCheck {...{ job, arrival, photosNeeded }} onLeave={left} onClose={closeVisitDialog} />
}

/** The arrival as it is now: its times may have been changed since the dialog was opened. */
const useArrival = (jobId: string, opened: Arrival): Arrival =>
  useJob(jobId)?.arrivals?.find(({ arrivalId }) => arrivalId === opened.arrivalId) ?? opened
