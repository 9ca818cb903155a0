import { Link } from 'react-router'
import { jobsOf } from '#web/features/navigation/jobs-address.ts'
import { monthAndYear, shortMonth, steps } from './dashboard-format.ts'
import styles from './months-plot.module.css'

type Point = { month: string; value: number | undefined; text: string }
type Props = {
  kind: 'bars' | 'line'
  sentence: string
  points: readonly Point[]
  /** A value in short, for the axis and the marks. */
  short: (value: number) => string
}

/** Months as bars or a line. One sentence describes the chart; each month is a link to its jobs. */
export function MonthsPlot({ kind, sentence, points, short }: Props) {
  const axis = steps(Math.max(0, ...points.map((one) => one.value ?? 0)))
  const top = axis.at(-1) || 1
  const share = (value: number) => (100 * value) / top
  const last = points.length - 1
  const marked = markedOf(kind, points)
  return (
    <div className={styles.chart}>
      <div className={styles.plot}>
        <div className={styles.picture} role="img" aria-label={sentence}>
          {axis.map((step) => (
            <span key={step} className={styles.step} style={{ bottom: `${share(step)}%` }}>
              <span className={styles.stepName}>{short(step)}</span>
            </span>
          ))}
          {kind === 'line' && <Line points={points} top={top} />}
          {points.map(({ month, value }, index) => (
            <span key={month} className={styles.column} style={{ left: `${(100 * index) / points.length}%` }}>
              {value !== undefined && (
                <span
                  className={kind === 'bars' ? styles.bar : styles.dot}
                  data-so-far={index === last || undefined}
                  style={kind === 'bars' ? { height: `${share(value)}%` } : { bottom: `${share(value)}%` }}
                />
              )}
              {value !== undefined && marked.has(index) && (
                <span
                  className={styles.mark}
                  data-first={index === 0 || undefined}
                  data-last={(kind === 'bars' && index === last) || undefined}
                  style={{ bottom: `${share(value)}%` }}
                >
                  {short(value)}
                </span>
              )}
            </span>
          ))}
        </div>
        {!points.some(({ value }) => value) && (
          <p className={styles.none} aria-hidden>
            No jobs were completed in these months.
          </p>
        )}
        <ul className={styles.links}>
          {points.map(({ month, text }, index) => (
            <li key={month}>
              <Link to={jobsOf({ completed: month })} className={styles.link} title={`${monthAndYear(month)}: ${text}`}>
                <span className="sr">
                  {monthAndYear(month)}
                  {index === last && ', so far'}: {text}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.months} aria-hidden>
        {points.map(({ month }, index) => (
          <span key={month}>
            {shortMonth(month)}
            {index === last && <span className={styles.soFar}>so far</span>}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Joins the months with a value. */
function Line({ points, top }: { points: readonly Point[]; top: number }) {
  const at = points.flatMap(({ value }, index) =>
    value === undefined ? [] : [`${(100 * (index + 0.5)) / points.length},${100 - (100 * value) / top}`],
  )
  return (
    <svg className={styles.line} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <polyline points={at.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** The months labelled with their value: the best and the current one, or the two ends of a line. */
function markedOf(kind: Props['kind'], points: readonly Point[]): ReadonlySet<number> {
  const values = points.map((one) => one.value)
  const known = values.flatMap((value, index) => (value === undefined ? [] : [index]))
  if (kind === 'line') return new Set([known[0] ?? -1, known.at(-1) ?? -1])
  const best = Math.max(...values.map((value) => value ?? 0))
  return new Set(best > 0 ? [values.indexOf(best), points.length - 1] : [])
}
