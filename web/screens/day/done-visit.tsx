import { IconAlertTriangle, IconChevronRight, IconCircleCheckFilled, IconMapPinCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { VisitNow } from '#core/job/visit/visit-now.ts'
import { timeIn } from '#core/time/format.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useJobRead } from '#web/sync/reads/job.ts'
import styles from './day-rows.module.css'
import { isDone } from './day-visits.ts'
import { tasksLeft } from './tasks-left.ts'

type Props = {
  visit: BookedVisit
  zone: string
  now: VisitNow | undefined
  /** A card of its own, not a row in one. */
  isCard: boolean
}

/** A visit that is over, in one row: when the user was there, and what is done. */
export const DoneVisit = memo(function DoneVisit({ visit, zone, now, isCard }: Props) {
  useJobRead(visit.jobId)
  const job = useJob(visit.jobId)
  const noAccess = now?.is === 'no access'
  return (
    <Link to={`/job/${visit.jobId}`} className={isCard ? `${styles.row} ${styles.alone}` : styles.row}>
      <Mark done={isDone(visit)} noAccess={noAccess} />
      <span className={styles.what}>
        <b>
          {visit.apartmentName}
          <span className="sr">, {noAccess ? 'no access' : 'done'}</span>
        </b>
        <span>{[timesOf(visit, zone, now), job && tasksLeft(job)].filter(Boolean).join(' · ')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden />
    </Link>
  )
})

function Mark({ done, noAccess }: { done: boolean; noAccess: boolean }) {
  if (noAccess) return <IconAlertTriangle size={26} stroke={1.75} className={styles.noAccess} aria-hidden />
  if (done) return <IconCircleCheckFilled size={26} className={styles.done} aria-hidden />
  return <IconMapPinCheck size={26} stroke={1.75} className={styles.left} aria-hidden />
}

/** When the user was there; as booked if they tapped nothing. */
function timesOf({ jobStart, jobEnd }: BookedVisit, zone: string, now: VisitNow | undefined): string {
  if (now?.is === 'no access') return `No access ${timeIn(now.record.happenedAt, zone)}`
  if (now?.is === 'left' && now.arrival.leftAt)
    return `On site ${timeIn(now.arrival.arrivedAt, zone)}–${timeIn(now.arrival.leftAt, zone)}`
  return `${timeIn(jobStart, zone)}–${timeIn(jobEnd, zone)}`
}
