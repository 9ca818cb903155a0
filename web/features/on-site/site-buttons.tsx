import { IconDoorOff, IconMapPinCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { leftUndone } from '#core/job/visit/left-undone.ts'
import type { VisitNow } from '#core/job/visit/visit-now.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useMe, useTimeZone } from '#web/sync/reads/me.ts'
import { LeaveCheck } from './leave-check.tsx'
import { NoAccessButton } from './no-access/no-access-button.tsx'
import styles from './site-bar.module.css'
import { stayWords } from './stay-words.ts'
import { visitTaps } from './visit-taps.ts'

/** The two ways to begin a visit: getting in, or not. */
export function AtTheDoor({ job, jobBookingId }: { job: JobBesidesTasks; jobBookingId: string }) {
  const zone = useTimeZone()
  const { arrive } = visitTaps(job.jobId, zone)
  return (
    <>
      <NoAccessButton job={job} jobBookingId={jobBookingId} className={styles.button}>
        <IconDoorOff size={22} stroke={1.75} aria-hidden />
        No access
      </NoAccessButton>
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
  const [checking, setChecking] = useState(false)
  const { openTasks, photos } = leftUndone(job, { photosNeeded })
  const left = () => {
    setChecking(false)
    leave(arrival.arrivalId)
  }
  return (
    <>
      <button
        type="button"
        className={`${styles.button} ${styles.filled} ${styles.two}`}
        onClick={openTasks.length + photos > 0 ? () => setChecking(true) : left}
      >
        Left
        <small>{stayWords(arrival, new Date().toISOString())} on site</small>
      </button>
      {checking && (
        <LeaveCheck
          job={job}
          arrival={arrival}
          photosNeeded={photosNeeded}
          onLeave={left}
          onClose={() => setChecking(false)}
        />
      )}
    </>
  )
}
