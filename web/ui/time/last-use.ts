import { timeIn } from '#core/time/format.ts'
import { dateIn, dayIn } from './format-instant.ts'

const minute = 60_000
/** An open browser reports every five minutes, so anything more recent counts as now. */
const nowWithin = 6 * minute

/** When something was last used: 'Now', minutes, 'Today, 09:10', 'Yesterday, 17:20', then the day. */
export function lastUse(instant: string, now: number, zone: string): string {
  const past = now - Date.parse(instant)
  if (past < nowWithin) return 'Now'
  if (past < 60 * minute) return `${Math.floor(past / minute)} minutes ago`
  const today = new Date(now).toISOString()
  const yesterday = new Date(now - 1_440 * minute).toISOString()
  const day = dateIn(instant, zone, today)
  const time = timeIn(instant, zone)
  if (day === dateIn(today, zone, today)) return `Today, ${time}`
  if (day === dateIn(yesterday, zone, today)) return `Yesterday, ${time}`
  return `${dayIn(instant, zone, today)}, ${time}`
}
