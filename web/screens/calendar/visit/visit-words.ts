import { timeAt } from '#core/time/time-of-day.ts'

/** A length of time: '5 h 30', '2 h' or '30 min'. */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`
}

/** A visit's times on a day: '09:00–11:00'. */
export const timesText = ({ from, to }: { from: number; to: number }) => `${timeAt(from)}–${endText(to)}`

/** The end of a day is not the minute before it. */
const endText = (minutes: number) => (minutes === 24 * 60 ? '24:00' : timeAt(minutes))
