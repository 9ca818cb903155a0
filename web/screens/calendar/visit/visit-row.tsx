import { wallClock } from '#core/time/wall-clock.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { canMove } from './can-move.ts'
import { namesOf, VisitLink, VisitSigns } from './visit-link.tsx'
import { VisitMenu } from './visit-menu.tsx'
import styles from './visit-row.module.css'

type Props = {
  booking: BookedVisit
  zone: string
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  office: Pick<OfficeActions, 'onTouch' | 'onReschedule'> | undefined
}

/** The style of the list that the rows are in. */
export const visitRows = styles.list

/** A visit as a row of a list: its times, site, people and status, with its menu for the office. */
export const VisitRow = ({ booking, zone, people, unsent, office }: Props) => (
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
