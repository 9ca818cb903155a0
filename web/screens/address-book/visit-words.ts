import { dayName, timeIn } from '#core/time/format.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'

/** A visit in the list of sites: day and time before it ('Today, 13:15' on its day), and only the day after it. */
export function visitWords(visit: string, now: string, zone: string): string {
  const [day, today] = [wallClock(visit, zone).day, wallClock(now, zone).day]
  if (day === today) return `Today, ${timeIn(visit, zone)}`
  return day < today ? dayName(day) : `${dayIn(visit, zone, now)}, ${timeIn(visit, zone)}`
}
