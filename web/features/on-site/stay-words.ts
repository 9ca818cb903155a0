import { type Arrival, isOnSite, lengthOfStay } from '#core/job/visit/time-on-site.ts'
import { clocksDiffer } from '#core/time/clocks.ts'
import { timeIn } from '#core/time/format.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'

type Stay = Pick<Arrival, 'arrivedAt' | 'leftAt'>

/** A length of time, '1 h 20 min'. */
export function minutesWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** How long somebody has been or was on site, '42 min'. */
export const stayWords = (stay: Stay, now: string) => minutesWords(lengthOfStay(stay, now))

/** A time on site, '11:12–12:40', '11:12, still there' or '11:12, Left not recorded'; the day is named unless it is today. */
export function spanWords(stay: Stay, zone: string, now: string): string {
  const { arrivedAt, leftAt } = stay
  const day = dayIn(arrivedAt, zone, now)
  const before = day === dayIn(now, zone, now) ? '' : `${day}, `
  const from = `${before}${timeIn(arrivedAt, zone)}`
  if (leftAt !== undefined) return `${from}–${timeIn(leftAt, zone)}`
  return isOnSite(stay, now) ? `${from}, still there` : `${from}, Left not recorded`
}

/** When the server learned of something, if that was more than 15 minutes later: 'sent 13:40'. */
export function sentLate(happenedAt: string, recordedAt: string, zone: string): string | undefined {
  if (!clocksDiffer({ happenedAt, recordedAt })) return undefined
  const day = dayIn(recordedAt, zone, recordedAt)
  return `sent ${day === dayIn(happenedAt, zone, recordedAt) ? '' : `${day}, `}${timeIn(recordedAt, zone)}`
}
