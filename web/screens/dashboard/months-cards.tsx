import { Link } from 'react-router'
import type { DashboardMonth } from '#core/wire/dashboard.ts'
import { jobsOf } from '#web/features/navigation/jobs-address.ts'
import { numberText } from '#web/ui/number-format.ts'
import { daysCount, monthAndYear, shortPounds, wholePounds } from './dashboard-format.ts'
import { MonthsPlot } from './months-plot.tsx'
import table from './table.module.css'
import { ViewCard } from './view-card.tsx'

type Months = { months: readonly DashboardMonth[] }

/** The value of the work completed in each month. */
export function ValueCard({ months }: Months) {
  const now = months.at(-1)
  const best = months.reduce<DashboardMonth | undefined>(
    (best, one) => (best && best.value >= one.value ? best : one),
    undefined,
  )
  const soFar = now ? `${wholePounds(now.value)} of work was completed in ${monthAndYear(now.month)} so far` : ''
  const bestMonth =
    best && best !== now && best.value > 0
      ? `; the most in a month was ${wholePounds(best.value)} in ${monthAndYear(best.month)}`
      : ''
  return (
    <ViewCard
      title="Completed value by month"
      name="value"
      usual="chart"
      chart={
        <MonthsPlot
          kind="bars"
          sentence={`${soFar}${bestMonth}.`}
          points={months.map(({ month, value }) => ({ month, value, text: wholePounds(value) }))}
          short={shortPounds}
        />
      }
      table={
        <MonthsTable
          caption="Completed value by month"
          heading="Value"
          rows={months.map(({ month, completed, value }) => ({ month, completed, text: wholePounds(value) }))}
        />
      }
    />
  )
}

/** The median number of days from a job's creation to its completion. */
export function DaysCard({ months }: Months) {
  const now = months.at(-1)
  const first = months.find((one) => one.medianDays !== undefined)
  const last = months.findLast((one) => one.medianDays !== undefined)
  const sentence =
    first?.medianDays === undefined || last?.medianDays === undefined
      ? 'No jobs were completed in these months.'
      : `Half of the jobs completed in ${monthAndYear(last.month)}${last === now ? ' so far' : ''} took ${daysCount(last.medianDays)} or less${first === last ? '' : `, compared with ${daysCount(first.medianDays)} in ${monthAndYear(first.month)}`}.`
  return (
    <ViewCard
      title="Median days to complete"
      name="days"
      usual="chart"
      chart={
        <MonthsPlot
          kind="line"
          sentence={sentence}
          points={months.map(({ month, medianDays }) => ({
            month,
            value: medianDays,
            text: medianDays === undefined ? 'no jobs completed' : daysCount(medianDays),
          }))}
          short={(days) => days.toLocaleString('en-GB', { maximumFractionDigits: 1 })}
        />
      }
      table={
        <MonthsTable
          caption="Median days to complete by month"
          heading="Days"
          rows={months.map(({ month, completed, medianDays }) => ({
            month,
            completed,
            text: medianDays?.toLocaleString('en-GB', { maximumFractionDigits: 1 }) ?? '–',
          }))}
        />
      }
    />
  )
}

type TableProps = {
  caption: string
  heading: string
  rows: readonly { month: string; completed: number; text: string }[]
}

/** The newest month first. */
const MonthsTable = ({ caption, heading, rows }: TableProps) => (
  <table className={table.table}>
    <caption className="sr">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col">Jobs completed</th>
        <th scope="col">{heading}</th>
      </tr>
    </thead>
    <tbody>
      {rows.toReversed().map(({ month, completed, text }, index) => (
        <tr key={month}>
          <th scope="row">
            <Link to={jobsOf({ completed: month })} className={table.row}>
              {monthAndYear(month)}
              {index === 0 && ', so far'}
            </Link>
          </th>
          <td>{numberText(completed)}</td>
          <td>{text}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
