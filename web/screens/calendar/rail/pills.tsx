import type { WeekFigures } from '#web/screens/calendar/week-figures.ts'
import { numberText } from '#web/ui/number-format.ts'
import styles from './pills.module.css'

/** The shown week's totals; those that need attention are in brass, and left out when zero. */
export const Pills = ({ figures, week }: { figures: WeekFigures; week: string }) => (
  <ul className={styles.pills} aria-label={`In the week of ${week}`}>
    <Pill count={figures.visits} one="visit" many="visits" says="booked this week" />
    <Pill
      count={figures.hours}
      one="hour of visits"
      many="hours of visits"
      says="booked this week; a visit of two people counts once"
    />
    <Pill count={figures.completed} one="completed" many="completed" says="visits this week on completed jobs" />
    <Pill count={figures.noAccess} one="no access" many="no access" says="visits this week with this warning" look />
    <Pill
      count={figures.unassigned}
      one="unassigned"
      many="unassigned"
      says="visits this week with nobody assigned"
      look
    />
  </ul>
)

type PillProps = { count: number; one: string; many: string; says: string; look?: boolean }

/** One total: `says` explains it, and `look` marks one that needs attention. */
export function Pill({ count, one, many, says, look = false }: PillProps) {
  if (look && count === 0) return null
  return (
    <li className={`${styles.pill} ${look ? styles.look : ''}`} title={says}>
      <b>{numberText(count)}</b> {count === 1 ? one : many}
      <span className="sr">, {says}</span>
    </li>
  )
}
