import type { ReactNode } from 'react'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import type { CalendarView } from './calendar-address.ts'
import type { MinuteShift } from './visit/keyboard-moves.ts'
import type { Move } from './visit/use-visit-moves.ts'
import type { PersonFilter } from './week-figures.ts'

/** What the office can do with visits. `onTouch` is told as soon as somebody seems about to move one. */
export type OfficeActions = {
  onMove: Move
  onTouch: (booking: BookedVisit) => void
  onReschedule: (booking: BookedVisit) => void
  onNudge: (booking: BookedVisit, by: MinuteShift) => void
}

/** What both ways to show the calendar are given. */
export type CalendarProps = {
  zone: string
  today: string
  view: CalendarView
  /** The week's name. */
  name: string
  /** The week's visits of the person that is asked for. */
  bookings: readonly BookedVisit[]
  /** Those, and those of the week after. */
  soon: readonly BookedVisit[]
  /** The week's hours of each person. */
  hours: ReadonlyMap<string, number>
  people: ReadonlyMap<string, PersonName>
  /** Jobs with changes that wait to be sent. */
  unsent: ReadonlySet<string>
  isRead: boolean
  /** Missing for those who may not move visits. */
  office: OfficeActions | undefined
  onDay: (day: string) => void
  onWeeks: (weeks: number) => void
  onToday: () => void
  onPerson: (person: PersonFilter) => void
  /** Why there is nothing to show. */
  failed: ReactNode
  none: ReactNode
}
