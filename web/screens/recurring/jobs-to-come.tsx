import { useJobsAhead } from '#web/sync/reads/recurring/recurring-reads.ts'
import { Card } from '#web/ui/card.tsx'
import { counted } from '#web/ui/number-format.ts'
import styles from './jobs-to-come.module.css'

/** How many jobs the recurring work brings in each of the next twelve months; nothing until that is known. */
export function JobsToCome() {
  const { data } = useJobsAhead()
  if (!data) return null
  const most = Math.max(1, ...data.months.map((one) => one.jobs))
  const all = data.months.reduce((sum, one) => sum + one.jobs, 0)
  return (
    <Card title="Coming up" detail={`Next 12 months: ${counted(all, 'job')}`} className={styles.card}>
      <ol className={styles.months}>
        {data.months.map(({ month, jobs }) => (
          <li key={month} className={styles.month}>
            <span className={styles.column}>
              <span>
                {jobs}
                <span className="sr"> {jobs === 1 ? 'job' : 'jobs'} in </span>
              </span>
              <span className={styles.bar} style={{ height: `${(75 * jobs) / most}%` }} aria-hidden />
            </span>
            <span>
              {nameOf(month)}
              <span className="sr"> {month.slice(0, 4)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const nameOf = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
    .format(new Date(`${month}-01T00:00:00Z`))
    .slice(0, 3)
