import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { VisitRow, visitRows } from '#web/screens/calendar/visit/visit-row.tsx'
import type { PersonName } from '#web/sync/reads/people.ts'
import styles from './agenda.module.css'

type Props = {
  day: string
  today: string
  zone: string
  visits: ReadonlyMap<string, readonly BookedVisit[]>
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  office: OfficeActions | undefined
}

/** The chosen day's visits, then those of later days that have any. */
export const Agenda = ({ day, today, visits, ...shown }: Props) => (
  <>
    {[...visits]
      .filter(([one, bookings]) => one === day || (one > day && bookings.length > 0))
      .map(([one, bookings]) => (
        <section key={one} className={styles.day}>
          <h3 className={styles.name}>
            {one === today && 'Today, '}
            {nameOf(one)}
          </h3>
          {bookings.length === 0 ? (
            <p className={styles.none}>No visits on this day.</p>
          ) : (
            <ul className={visitRows}>
              {bookings.map((booking) => (
                <VisitRow key={booking.jobId} booking={booking} {...shown} />
              ))}
            </ul>
          )}
        </section>
      ))}
  </>
)

function nameOf(day: string) {
  const { weekday, day: number, shortMonth } = partsOf(day)
  return `${weekday} ${number} ${shortMonth}`
}
