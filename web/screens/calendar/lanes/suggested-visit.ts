import { bestStart, freeFrom } from '#core/job/lanes/free-time.ts'
import { usualMinutes, usualStart } from '#core/job/visit/visit-length.ts'
import { timeAt } from '#core/time/typed-time.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { Slot } from '#web/screens/calendar/calendar-props.ts'

/** What the schedule of a job proposes that is booked in an empty slot: its person, its day, and where it was pointed at or a free hour to come. */
export function suggestedIn({ userId, day, free, start: pointed }: Slot, zone: string) {
  const start = pointed ?? bestStart(freeFrom(free, day, wallClock(new Date().toISOString(), zone)), usualMinutes)
  return {
    day,
    start: start === undefined ? usualStart : timeAt(start),
    assignedTo: userId === undefined ? [] : [userId],
  }
}
