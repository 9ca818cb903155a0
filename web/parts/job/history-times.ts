import type { HistoryEntry } from '#core/history.ts'
import { dayIn, timeIn } from './when.ts'

const minute = 60_000

/** How much later than it happened something was recorded, '2 h'; undefined when it was at once. */
export function lateness({ happenedAt, recordedAt }: Pick<HistoryEntry, 'happenedAt' | 'recordedAt'>) {
  const minutes = Math.floor((Date.parse(recordedAt) - Date.parse(happenedAt)) / minute)
  if (minutes < 1) return undefined
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** An instant as the history names it, 'Fri 20 Nov, 10:41'. */
export const momentIn = (instant: string, zone: string) => `${dayIn(instant, zone)}, ${timeIn(instant, zone)}`

/** When it happened where that is not when it was recorded: its day is named where it was another one. */
export function madeAt({ happenedAt, recordedAt }: HistoryEntry, zone: string) {
  const day = dayIn(happenedAt, zone)
  return `${day === dayIn(recordedAt, zone) ? '' : `on ${day} `}at ${timeIn(happenedAt, zone)}`
}
