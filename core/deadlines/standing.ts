import { dayIn, timeIn } from '#core/time/format.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { type DayCount, workingDaysBetween } from './counting.ts'

/** How a deadline stands: `late` also when it was met after its time, which never changes. */
export type Standing = { isMet: boolean; isLate: boolean; words: string }

type Timed = { due: string; metAt?: string | undefined }

/** Whether a deadline has passed without being met. */
export const isLate = ({ due, metAt }: Timed, now: string) => Date.parse(metAt ?? now) > Date.parse(due)

/** How a deadline stands at an instant, and how far from its time: '1 working day left', '1 h 20 min late', '6 working days early'. */
export function standingOf(timed: Timed, now: string, days: DayCount): Standing {
  const { due, metAt } = timed
  const late = isLate(timed, now)
  const distance = distanceWords(metAt ?? now, due, days)
  const words = metAt === undefined ? `${distance} ${late ? 'late' : 'left'}` : `${distance} ${late ? 'late' : 'early'}`
  return { isMet: metAt !== undefined, isLate: late, words }
}

/** When a deadline is due, as people say it: 'Thu 26 Nov' for the end of that day, 'Thu 26 Nov, 09:22' or 'today, 09:22' otherwise. */
export function dueWords(due: string, now: string, zone: string): string {
  const isToday = wallClock(due, zone).day === wallClock(now, zone).day
  const day = isToday ? 'today' : dayIn(due, zone, now)
  return isEndOfDay(due, zone) ? day : `${day}, ${timeIn(due, zone)}`
}

/** How far an instant is from a deadline: in working days, or in hours and minutes within a day or where no working day lies between. */
function distanceWords(at: string, due: string, { zone, holidays }: DayCount): string {
  const apart = Math.abs(Date.parse(due) - Date.parse(at))
  const [first, last] = [wallClock(at, zone), wallClock(due, zone)].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const count = first && last ? workingDaysBetween(first.day, last.day, holidays) : 0
  const inHours = apart < 86_400_000 && (Date.parse(at) < Date.parse(due) || !isEndOfDay(due, zone))
  return inHours || count === 0 ? hourWords(apart) : `${count} working ${count === 1 ? 'day' : 'days'}`
}

/** Whether a deadline ends with a day, and not at a time of it. */
export const isEndOfDay = (due: string, zone: string) =>
  wallClock(due, zone).time === '23:59' && due.endsWith('59.999Z')

function hourWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
