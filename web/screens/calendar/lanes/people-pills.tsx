import type { Lane } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import styles from '#web/screens/calendar/rail/pills.module.css'
import { Pill } from '#web/screens/calendar/rail/pills.tsx'

type Props = { lanes: readonly Lane<BookedVisit>[]; visits: number; week: string }

/** The shown week's totals by person; those that need attention are in brass, and left out when zero. */
export function PeoplePills({ lanes, visits, week }: Props) {
  const minutes = lanes.reduce((all, lane) => all + lane.minutes, 0)
  const doubled = lanes.filter(({ clashMinutes }) => clashMinutes > 0).length
  const nobodys = lanes.find(({ userId }) => userId === undefined)?.visits ?? 0
  return (
    <ul className={styles.pills} aria-label={`In the week of ${week}`}>
      <Pill count={visits} one="visit" many="visits" says="booked this week" />
      <Pill
        count={Math.round(minutes / 6) / 10}
        one="hour of people’s time"
        many="hours of people’s time"
        says="booked this week; a visit of two people counts twice"
      />
      <Pill
        count={doubled}
        one="person double-booked"
        many="people double-booked"
        says="with visits this week that overlap"
        look
      />
      <Pill count={nobodys} one="unassigned" many="unassigned" says="visits this week with nobody assigned" look />
    </ul>
  )
}
