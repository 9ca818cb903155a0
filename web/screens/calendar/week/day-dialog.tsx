import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { VisitRow, visitRows } from '#web/screens/calendar/visit/visit-row.tsx'
import type { PersonName } from '#web/sync/reads/people.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { counted } from '#web/ui/number-format.ts'
import { byDay } from './week-layout.ts'

type Props = {
  day: string
  /** Whose visits they are, if not everyone's. */
  name?: string | undefined
  bookings: readonly BookedVisit[]
  zone: string
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  office: OfficeActions | undefined
  onClose: () => void
}

/** All visits of one day, for days with more than stand side by side. */
export function DayDialog({ day, name, bookings, onClose, ...shown }: Props) {
  const visits = byDay(bookings, [day], shown.zone).get(day) ?? []
  const title = [name, nameOf(day), counted(visits.length, 'visit')].filter(Boolean).join(', ')
  return (
    <Dialog opened title={title} onClose={onClose}>
      <ul className={visitRows}>
        {visits.map((booking) => (
          <VisitRow key={booking.jobId} booking={booking} {...shown} />
        ))}
      </ul>
    </Dialog>
  )
}

function nameOf(day: string) {
  const { longWeekday, day: number, month } = partsOf(day)
  return `${longWeekday} ${number} ${month}`
}
