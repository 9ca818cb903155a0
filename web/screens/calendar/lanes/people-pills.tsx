import type { Lane } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { CalendarSpan } from '#web/screens/calendar/calendar-address.ts'
import styles from '#web/screens/calendar/rail/pills.module.css'
import { Pill } from '#web/screens/calendar/rail/pills.tsx'

type Props = {
  lanes: readonly Lane<BookedVisit>[]
  visits: number
  span: CalendarSpan
  /** The name of what is shown. */
  of: string
}

/** The totals by person of what is shown; those that need attention are in brass, and left out when zero. */
export function PeoplePills({ lanes, visits, span, of }: Props) {
  const when = span === 'day' ? 'on this day' : 'this week'
  const minutes = lanes.reduce((all, lane) => all + lane.minutes, 0)
  const doubled = lanes.filter(({ clashMinutes }) => clashMinutes > 0).length
  const nobodys = lanes.find(({ userId }) => userId === undefined)?.visits ?? 0
  return (
    <ul className={styles.pills} aria-label={span === 'day' ? `On ${of}` : `In the week of ${of}`}>
      <Pill count={visits} one="visit" many="visits" says={`booked ${when}`} />
      <Pill
        count={Math.round(minutes / 6) / 10}
        one="hour of people’s time"
        many="hours of people’s time"
        says={`booked ${when}; a visit of two people counts twice`}
      />
      <Pill
        count={doubled}
        one="person double-booked"
        many="people double-booked"
        says={`with visits ${when} that overlap`}
        look
      />
      <Pill count={nobodys} one="unassigned" many="unassigned" says={`visits ${when} with nobody assigned`} look />
    </ul>
  )
}
