import type { HistoryEntry } from '#core/history/history.ts'
import { timeIn } from '#core/time/format.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'

export { lateness } from '#core/time/format.ts'

/** An instant in the history, 'Fri 20 Nov, 10:41'. */
export const momentIn = (instant: string, zone: string) => `${dayIn(instant, zone)}, ${timeIn(instant, zone)}`

/** An instant to the second, 'Fri 20 Nov, 10:41:07'. */
export const exactlyIn = (instant: string, zone: string) =>
  momentIn(instant, zone) + instant.slice('yyyy-mm-ddThh:mm'.length, 'yyyy-mm-ddThh:mm:ss'.length)

/** When a change was made on the device, with its day if it was recorded on another one. */
export function deviceTime({ happenedAt, recordedAt }: HistoryEntry, zone: string) {
  const day = dayIn(happenedAt, zone)
  return `${day === dayIn(recordedAt, zone) ? '' : `on ${day} `}at ${timeIn(happenedAt, zone)}`
}
