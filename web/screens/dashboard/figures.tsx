import { Link } from 'react-router'
import { isOpen } from '#core/projections/dashboard.ts'
import type { DashboardAnswer } from '#core/wire/dashboard.ts'
import type { DeadlineCounts } from '#core/wire/jobs/deadlines.ts'
import { jobsOf } from '#web/features/navigation/jobs-address.ts'
import { useDeadlineCounts } from '#web/sync/reads/deadlines/deadline-reads.ts'
import { counted, numberText } from '#web/ui/number-format.ts'
import styles from './dashboard.module.css'
import { daysCount, hours, monthAlone, weekTotals, wholePounds } from './dashboard-format.ts'

type Figure = { value: string; name: string; detail: string; to: string; look?: boolean }

/** The figures at the top; each links to what it counts. */
export function Figures({ data }: { data: DashboardAnswer }) {
  const deadlines = useDeadlineCounts().data
  return (
    <ul className={styles.figures} aria-label="Figures">
      {[...figuresOf(data), deadlineFigure(deadlines)].map(({ value, name, detail, to, look }) => (
        <li key={name} className={styles.figure}>
          <Link to={to} className={styles.figureLink}>
            <span className={styles.value} data-look={look || undefined}>
              {value}
            </span>{' '}
            <span className={styles.figureName}>{name}</span>
          </Link>
          <span className={styles.quiet}>{detail}</span>
        </li>
      ))}
    </ul>
  )
}

/** Deadlines of the law and of service levels that are late or due today. */
function deadlineFigure(counts: DeadlineCounts | undefined): Figure {
  const { open = 0, late = 0, today = 0, jobs = 0 } = counts ?? {}
  return {
    value: counts ? numberText(late + today) : '–',
    name: 'Deadlines by today',
    detail: open === 0 ? 'none open' : `${numberText(late)} late, ${numberText(open)} open on ${counted(jobs, 'job')}`,
    to: '/deadlines',
    look: late > 0,
  }
}

function figuresOf({ statuses, overdue, week, months }: DashboardAnswer): Figure[] {
  const sum = (counts: typeof statuses) => counts.reduce((all, one) => all + one.count, 0)
  const { all, unassigned } = weekTotals(week)
  const [before, now] = months.slice(-2)
  const [longest] = overdue.jobs
  const completed = jobsOf({ completed: now?.month ?? '' })
  const visits = `${week.visits} ${week.visits === 1 ? 'visit' : 'visits'}`
  return [
    {
      value: numberText(sum(statuses.filter((one) => isOpen(one.status)))),
      name: 'Open jobs',
      detail: `of ${numberText(sum(statuses))} in all`,
      to: jobsOf({ only: 'open' }),
    },
    {
      value: numberText(overdue.count),
      name: 'Overdue',
      detail: longest ? (longest.days === 0 ? 'since today' : `longest ${daysCount(longest.days)}`) : 'none',
      to: jobsOf({ only: 'overdue' }),
      look: overdue.count > 0,
    },
    {
      value: `${hours(all)} h`,
      name: 'People’s hours this week',
      detail: unassigned > 0 ? `${visits}, ${hours(unassigned)} h unassigned` : visits,
      to: '/calendar',
    },
    {
      value: wholePounds(now?.value ?? 0),
      name: `Completed in ${monthAlone(now?.month ?? '')} so far`,
      detail: `${wholePounds(before?.value ?? 0)} in ${monthAlone(before?.month ?? '')}`,
      to: completed,
    },
    {
      value: now?.medianDays === undefined ? '–' : daysCount(now.medianDays),
      name: 'Median days to complete',
      detail:
        before?.medianDays === undefined
          ? `none in ${monthAlone(before?.month ?? '')}`
          : `${daysCount(before.medianDays).replace(/ days?$/, '')} in ${monthAlone(before.month)}`,
      to: completed,
    },
  ]
}
