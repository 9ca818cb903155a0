import { Link } from 'react-router'
import type { DashboardAnswer } from '#core/wire/dashboard.ts'
import { jobsOf } from '#web/features/navigation/jobs-address.ts'
import { Card } from '#web/ui/card.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { dateIn } from '#web/ui/time/format-instant.ts'
import { daysCount, overdueSentence } from './dashboard-format.ts'
import styles from './overdue-card.module.css'

/** The jobs that are overdue longest, why, and for how many days; the list has all of them. */
export function OverdueCard({ overdue: { count, jobs } }: { overdue: DashboardAnswer['overdue'] }) {
  const all = (
    <Link to={jobsOf({ only: 'overdue' })} className={styles.all}>
      Open as a list
    </Link>
  )
  return (
    <Card title="Overdue" detail={numberText(count)} action={count > 0 && all} flush>
      {count === 0 ? (
        <p className={styles.empty}>Nothing is overdue.</p>
      ) : (
        <table className={styles.table}>
          <caption className="sr">Overdue jobs, longest first</caption>
          <colgroup>
            <col className={styles.number} />
            <col />
            <col className={styles.days} />
          </colgroup>
          <thead className="sr">
            <tr>
              <th scope="col">ID</th>
              <th scope="col">Site and reason</th>
              <th scope="col">Overdue for</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.jobId} className={styles.row}>
                <td className={styles.number}>{job.jobRef}</td>
                <th scope="row" className={styles.job}>
                  <Link to={`/job/${job.jobId}`} className={styles.link}>
                    {job.apartmentName}
                  </Link>
                  <span className={styles.reason}>{overdueSentence(job, dateIn(`${job.since}T12:00:00Z`, 'UTC'))}</span>
                </th>
                <td className={styles.days}>{job.days === 0 ? 'Today' : daysCount(job.days)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
