import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { longDayIn, timeIn } from '#core/time/format.ts'
import { startOfDay } from '#web/features/schedule/visit-times.ts'
import styles from './day-rows.module.css'
import type { DayVisits } from './day-visits.ts'

/** The next day with visits: when the first one is, and where they are. */
export const NextDay = ({ day, visits, zone, length }: DayVisits & { zone: string; length: string }) => (
  <section aria-labelledby="next-day">
    <h2 id="next-day" className={styles.heading}>
      {longDayIn(startOfDay(day, zone), zone)}{' '}
      <span>
        {visits.length === 1 ? '1 visit' : `${visits.length} visits`}, {length}
      </span>
    </h2>
    <ul className={styles.rows}>
      {visits.map(({ jobId, jobStart, apartmentName }) => (
        <li key={jobId}>
          <Link to={`/job/${jobId}`} className={styles.row}>
            <b className={styles.time}>{timeIn(jobStart, zone)}</b>
            <span className={styles.where}>{apartmentName}</span>
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
