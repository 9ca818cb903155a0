import { wallClock } from '#core/time/wall-clock.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import { VisitLink } from '#web/screens/calendar/visit/visit-link.tsx'
import styles from './day-heads.module.css'
import { daysOf, type Outside } from './week-layout.ts'

type Props = { week: string; today: string; zone: string; outside: readonly Outside[] }

/** The days above the grid, each with its visits outside the hours shown. */
export const DayHeads = ({ week, today, zone, outside }: Props) => (
  <div className={styles.heads}>
    {daysOf(week).map((day) => {
      const { weekday, longWeekday, day: number, month } = partsOf(day)
      const here = outside.filter((one) => one.day === day)
      return (
        <div key={day} className={styles.day}>
          <h3 className={styles.name} aria-current={day === today ? 'date' : undefined}>
            <span aria-hidden>
              {weekday} <b>{number}</b>
            </span>
            <span className="sr">
              {longWeekday} {number} {month}
            </span>
          </h3>
          {here.map(({ booking }) => (
            <VisitLink key={booking.jobId} booking={booking} className={styles.outside}>
              <b>{wallClock(booking.jobStart, zone).time}</b> {booking.apartmentName}
            </VisitLink>
          ))}
        </div>
      )
    })}
  </div>
)
