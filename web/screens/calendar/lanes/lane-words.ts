import type { DayVisit, LaneDay } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { lengthText } from '#web/screens/calendar/visit/visit-words.ts'

/** How much of a day is booked and free: '4 h · 5 h free'. */
export const dayText = ({ minutes, freeMinutes }: Pick<LaneDay<BookedVisit>, 'minutes' | 'freeMinutes'>) =>
  [minutes > 0 && lengthText(minutes), freeMinutes > 0 && `${lengthText(freeMinutes)} free`].filter(Boolean).join(' · ')

/** Why the way to a visit may be too short, if it is: '10 min after 6 Mill Parade'. */
export function tightText({ gaps }: LaneDay<BookedVisit>, { visit }: DayVisit<BookedVisit>): string | undefined {
  const gap = gaps.find(({ before, tight }) => tight && before.jobId === visit.jobId)
  return gap && `${lengthText(gap.minutes)} after ${gap.after.apartmentName}`
}
