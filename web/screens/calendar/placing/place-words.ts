import type { Trouble } from '#core/job/lanes/trouble.ts'
import { timeIn } from '#core/time/format.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import { lengthText, timesText } from '#web/screens/calendar/visit/visit-words.ts'
import type { BoardPlace } from './places.ts'

/** When a visit would be: '13:00–15:00', with the day in a week. */
export function placeTimes({ day, start, minutes }: BoardPlace, withDay: boolean): string {
  const times = timesText({ from: start, to: Math.min(start + minutes, 24 * 60 - 1) })
  if (!withDay) return times
  const { weekday, day: number } = partsOf(day)
  return `${weekday} ${number}, ${times}`
}

/** What is wrong with a place, most important first: 'Clashes with 6 Mill Parade, 09:00–11:00', '10 min after 2 Orchard Row'. */
export const troubleWords = ({ clashes, ways }: Trouble, zone: string): string[] => [
  ...new Set(
    clashes.map(
      ({ apartmentName, jobStart, jobEnd }) =>
        `Clashes with ${apartmentName}, ${timeIn(jobStart, zone)}–${timeIn(jobEnd, zone)}`,
    ),
  ),
  ...ways.map(({ minutes, site, isBefore }) => `${lengthText(minutes)} ${isBefore ? 'after' : 'before'} ${site}`),
]
