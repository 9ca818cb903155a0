import type { ReactNode } from 'react'
import type { Stretch } from '#core/job/lanes/stretches.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import type { CalendarSpan, CalendarView } from './calendar-address.ts'
import type { Move } from './visit/use-visit-moves.ts'
import type { MinuteShift } from './week/keyboard-moves.ts'
import type { PersonFilter } from './week-figures.ts'

/**
 * Where a visit is to be booked: a person, or nobody yet, and a day with the hours that the person has free. `start` is the minute
 * since midnight that was pointed at, if one was.
 */
export type Slot = { userId: string | undefined; day: string; free: readonly Stretch[]; start?: number }

/** What the office can do with visits. `onTouch` is called as soon as the user may be about to move one. */
export type OfficeActions = {
  onMove: Move
  onTouch: (booking: BookedVisit) => void
  onReschedule: (booking: BookedVisit) => void
  onNudge: (booking: BookedVisit, by: MinuteShift) => void
  onBook: (slot: Slot) => void
}

/** The props of both views, week and days. */
export type CalendarProps = {
  zone: string
  today: string
  view: CalendarView
  /** The week's name. */
  name: string
  /** The chosen person's visits in the week. */
  bookings: readonly BookedVisit[]
  /** Everyone's visits in the week. */
  everyones: readonly BookedVisit[]
  /** The chosen person's visits in this week and the next. */
  soon: readonly BookedVisit[]
  /** The week's hours of each person. */
  hours: ReadonlyMap<string, number>
  people: ReadonlyMap<string, PersonName>
  /** Jobs with unsent changes. */
  unsent: ReadonlySet<string>
  isRead: boolean
  /** Undefined for users who may not move visits. */
  office: OfficeActions | undefined
  onDay: (day: string) => void
  onSpan: (span: CalendarSpan) => void
  onWeeks: (weeks: number) => void
  onToday: () => void
  onPerson: (person: PersonFilter) => void
  /** What to show when there are no visits. */
  failed: ReactNode
  none: ReactNode
}
