import { startOn } from '#core/job/lanes/free-time.ts'
import type { Lane } from '#core/job/lanes/lanes.ts'
import { usualMinutes } from '#core/job/visit/visit-length.ts'
import { timeAt } from '#core/time/time-of-day.ts'
import type { WallClock } from '#core/time/wall-clock.ts'
import type { SuggestedVisit } from '#web/features/schedule/schedule-form.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { Slot } from '#web/screens/calendar/calendar-props.ts'

/** What the schedule of a job proposes that is booked in a slot: its person, its day and its start; nothing if the day is all but over. */
export function suggestedIn(slot: Slot, now: WallClock): SuggestedVisit | undefined {
  const start = startOn(slot, usualMinutes, now)
  if (start === undefined) return undefined
  return { day: slot.day, start: timeAt(start), assignedTo: slot.userId === undefined ? [] : [slot.userId] }
}

/**
 * Where jobs of the tray are booked while these people are shown: on the day on screen, unless that is over. They are nobody's yet but
 * where one person is shown alone, and free hours are those of anyone shown.
 */
export function slotOnScreen(lanes: readonly Lane<BookedVisit>[], day: string, today: string): Slot | undefined {
  if (day < today) return undefined
  const people = lanes.filter(({ userId }) => userId !== undefined)
  const free = people.flatMap(({ days }) => days.filter((one) => one.day === day).flatMap((one) => one.free))
  return {
    userId: people.length === 1 ? people[0]?.userId : undefined,
    day,
    free: free.toSorted((one, other) => one.from - other.from),
  }
}
