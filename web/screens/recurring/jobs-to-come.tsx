import { useJobsAhead } from '#web/sync/reads/recurring/recurring-reads.ts'
import { Card } from '#web/ui/card.tsx'
import { counted, numberText } from '#web/ui/number-format.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './jobs-to-come.module.css'

/** How many jobs the recurring work brings in each of the next twelve months; nothing until that is known. */
export function JobsToCome() {
  const { data } = useJobsAhead()
  const onPhone = useIsPhone()
  if (!data) return null
  const most = Math.max(1, ...data.months.map((one) => one.jobs))
  const all = data.months.reduce((sum, one) => sum + one.jobs, 0)
  return (
    <Card title="Coming up" detail={`Next 12 months: ${counted(all, 'job')}`} className={styles.card}>
      <ol className={styles.months}>
        {data.months.map(({ month, jobs }) => (
          <li key={month} className={styles.month}>
            <span className={styles.column}>
              <span aria-hidden>{onPhone ? compact.format(jobs) : numberText(jobs)}</span>
              <span className="sr">{counted(jobs, 'job')} in </span>
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

/** '3.9K': twelve numbers have to fit side by side. */
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact' })

const nameOf = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
    .format(new Date(`${month}-01T00:00:00Z`))
    .slice(0, 3)
