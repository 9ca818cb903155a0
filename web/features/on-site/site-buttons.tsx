import { IconDoorOff, IconMapPinCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Job } from '#core/job/job.ts'
import { leftUndone } from '#core/job/visit/left-undone.ts'
import type { VisitNow } from '#core/job/visit/visit-now.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useMe, useTimeZone } from '#web/sync/reads/me.ts'
import { NoAccessSheet } from './no-access/lazy-no-access-sheet.tsx'
import styles from './site-bar.module.css'
import { stayWords } from './stay-words.ts'
import { openLeaveCheck, openNoAccess } from './visit-dialog.ts'
import { visitTaps } from './visit-taps.ts'

/** The two ways to begin a visit: getting in, or not. */
export function AtTheDoor({ jobId, jobBookingId }: { jobId: string; jobBookingId: string }) {
  const zone = useTimeZone()
  const { arrive } = visitTaps(jobId, zone)
  useEffect(() => NoAccessSheet.preload(), [])
  return (
    <>
      <button type="button" className={styles.button} onClick={() => openNoAccess(jobId, jobBookingId)}>
        <IconDoorOff size={22} stroke={1.75} aria-hidden />
        No access
      </button>
      <button type="button" className={`${styles.button} ${styles.filled}`} onClick={() => arrive(jobBookingId)}>
        <IconMapPinCheck size={22} stroke={1.75} aria-hidden />
        Arrived
      </button>
    </>
  )
}

type OnSite = Extract<VisitNow, { is: 'on site' }>

/** Ends the time on site; asks first while tasks are open or photos are missing. It follows the tasks itself: its card does not. */
export function LeftButton({ jobId, arrival }: { jobId: string; arrival: OnSite['arrival'] }) {
  const job = useJob(jobId)
  return job && <LeaveJob job={job} arrival={arrival} />
}

function LeaveJob({ job, arrival }: { job: Job; arrival: OnSite['arrival'] }) {
  const { leave } = visitTaps(job.jobId, useTimeZone())
  const photosNeeded = useMe().data?.company.photosNeeded ?? false
  const { openTasks, photos } = leftUndone(job, { photosNeeded })
  return (
    <button
      type="button"
      className={`${styles.button} ${styles.filled} ${styles.two}`}
      onClick={() => (openTasks.length + photos > 0 ? openLeaveCheck(job.jobId, arrival) : leave(arrival.arrivalId))}
    >
      Left
      <small>{stayWords(arrival, new Date().toISOString())} on site</small>
    </button>
  )
}
