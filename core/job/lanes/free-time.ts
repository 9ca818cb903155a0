import { isWorkingDay } from '#core/time/working-days.ts'
import { lengthOf, type Stretch, uncovered } from './stretches.ts'

/** The hours within which a person without visits counts as free: 08:00 to 17:00, from Monday to Friday. */
export const workingHours: Stretch = { from: 8 * 60, to: 17 * 60 }

/** When somebody has no visit within {@link workingHours}, in minutes since midnight, and how long that is together. */
export type FreeTime = { free: Stretch[]; freeMinutes: number }

/** A person's free time on a day with these visits; none on a Saturday or Sunday. */
export function freeTime(visits: readonly Stretch[], day: string): FreeTime {
  const free = isWorkingDay(day) ? uncovered(workingHours, visits) : []
  return { free, freeMinutes: lengthOf(free) }
}

/** When a visit of this length best starts: in the first stretch long enough, else at the start of the longest one. */
export function bestStart(free: readonly Stretch[], minutes: number): number | undefined {
  const long = ({ from, to }: Stretch) => to - from
  const fits = free.find((one) => long(one) >= minutes)
  return (fits ?? free.toSorted((one, other) => long(other) - long(one))[0])?.from
}
