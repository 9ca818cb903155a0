import type { DayVisit, LaneDay } from '#core/job/lanes/lanes.ts'
import { timeAt } from '#core/time/typed-time.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'

/** A length of time: '5 h 30', '2 h' or '30 min'. */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`
}

/** A visit's times on a day: '09:00–11:00'. */
export const timesText = ({ from, to }: Pick<DayVisit<BookedVisit>, 'from' | 'to'>) => `${timeAt(from)}–${endText(to)}`

/** The end of a day is not the minute before it. */
const endText = (minutes: number) => (minutes === 24 * 60 ? '24:00' : timeAt(minutes))

/** How much of a day is booked and free: '4 h · 5 h free'. */
export const dayText = ({ minutes, freeMinutes }: Pick<LaneDay<BookedVisit>, 'minutes' | 'freeMinutes'>) =>
  [minutes > 0 && lengthText(minutes), freeMinutes > 0 && `${lengthText(freeMinutes)} free`].filter(Boolean).join(' · ')

/** Why the way to a visit may be too short, if it is: '10 min after 6 Mill Parade'. */
export function tightText({ gaps }: LaneDay<BookedVisit>, { visit }: DayVisit<BookedVisit>): string | undefined {
  const gap = gaps.find(({ before, tight }) => tight && before === visit)
  return gap && `${lengthText(gap.minutes)} after ${gap.after.apartmentName}`
}
