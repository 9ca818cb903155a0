import { wallClock } from '#core/time/wall-clock.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { canMove } from '#web/screens/calendar/visit/can-move.ts'
import { namesOf, VisitLink, VisitSigns } from '#web/screens/calendar/visit/visit-link.tsx'
import { VisitMenu } from '#web/screens/calendar/visit/visit-menu.tsx'
import type { PersonName } from '#web/sync/reads/people.ts'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
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
            <ul className={styles.list}>
              {bookings.map((booking) => (
                <Visit key={booking.jobId} booking={booking} {...shown} />
              ))}
            </ul>
          )}
        </section>
      ))}
  </>
)

type VisitProps = { booking: BookedVisit } & Omit<Props, 'day' | 'today' | 'visits'>

const Visit = ({ booking, zone, people, unsent, office }: VisitProps) => (
  <li className={styles.visit}>
    <VisitLink booking={booking} className={styles.link}>
      <span className={styles.times}>
        <b>{wallClock(booking.jobStart, zone).time}</b>
        <span className="sr"> to </span>
        <span>{wallClock(booking.jobEnd, zone).time}</span>
      </span>
      <span className={styles.what}>
        <b>{booking.apartmentName}</b>
        <span>
          {booking.jobRef} · {namesOf(booking, people)}
        </span>
      </span>
      <VisitSigns booking={booking} waiting={unsent.has(booking.jobId)} />
      <span aria-hidden>
        <StatusBadge status={booking.jobStatus} />
      </span>
    </VisitLink>
    {office && canMove(booking) && (
      <VisitMenu
        booking={booking}
        onOpen={() => office.onTouch(booking)}
        onReschedule={() => office.onReschedule(booking)}
      />
    )}
  </li>
)

function nameOf(day: string) {
  const { weekday, day: number, shortMonth } = partsOf(day)
  return `${weekday} ${number} ${shortMonth}`
}
