import { IconDoorOff, IconMapPinCheck } from '@tabler/icons-react'
import type { Job } from '#core/job/job.ts'
import type { VisitNow } from '#core/job/visit/visit-now.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { NoAccessButton } from './no-access/no-access-button.tsx'
import styles from './site-bar.module.css'
import { stayWords } from './stay-words.ts'
import { visitTaps } from './visit-taps.ts'

/** The two ways to begin a visit: getting in, or not. */
export function AtTheDoor({ job, jobBookingId }: { job: Job; jobBookingId: string }) {
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

/** Ends the time on site. */
export function LeftButton({ jobId, arrival }: { jobId: string; arrival: OnSite['arrival'] }) {
  const { leave } = visitTaps(jobId, useTimeZone())
  return (
    <button
      type="button"
      className={`${styles.button} ${styles.filled} ${styles.two}`}
      onClick={() => leave(arrival.arrivalId)}
    >
      Left
      <small>{stayWords(arrival, new Date().toISOString())} on site</small>
    </button>
  )
}
