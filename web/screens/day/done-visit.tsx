import { IconChevronRight, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { timeIn } from '#core/time/format.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { useJob } from '#web/sync/ledger/ledger-store.ts'
import { useJobRead } from '#web/sync/reads/job.ts'
import styles from './day-rows.module.css'
import { tasksLeft } from './tasks-left.ts'

/** A visit whose job is finished, in one row. */
export function DoneVisit({ visit, zone }: { visit: BookedVisit; zone: string }) {
  useJobRead(visit.jobId)
  const job = useJob(visit.jobId)
  const times = `${timeIn(visit.jobStart, zone)}–${timeIn(visit.jobEnd, zone)}`
  return (
    <Link to={`/job/${visit.jobId}`} className={`${styles.row} ${styles.alone}`}>
      <IconCircleCheckFilled size={26} className={styles.done} aria-hidden />
      <span className={styles.what}>
        <b>
          {visit.apartmentName}
          <span className="sr">, done</span>
        </b>
        <span>{[times, job && tasksLeft(job)].filter(Boolean).join(' · ')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden />
    </Link>
  )
}
