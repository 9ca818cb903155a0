/** A local date and time in a company's time zone: 'YYYY-MM-DD' and 'HH:mm'. */
export type WallClock = { day: string; time: string }

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** The local date and time at a UTC instant. Throws a RangeError for an unknown time zone. */
export function wallClock(instant: string, timeZone: string): WallClock {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(Date.parse(instant))
      .map(({ type, value }) => [type, value]),
  )
  return { day: `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

/**
 * The UTC instant of a local date and time. Undefined if it does not exist: 24:00, 31 February, or a time that is skipped when
 * the clocks go forward. For a time that occurs twice it is the first.
 */
export function instantAt({ day, time }: WallClock, timeZone: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
  const asUtc = Date.parse(`${day}T${time}:00.000Z`)
  if (Number.isNaN(asUtc)) return undefined
  // The offsets a day before and a day after cover both sides of any clock change.
  const candidates = [-1, 1].map((side) => asUtc - offset(asUtc + side * 86_400_000, timeZone)).sort((a, b) => a - b)
  const found = candidates.find((candidate) => {
    const shown = wallClock(new Date(candidate).toISOString(), timeZone)
    return shown.day === day && shown.time === time
  })
  return found === undefined ? undefined : new Date(found).toISOString()
}

/** The instant at which a day starts, even if the clocks skip its midnight. Undefined for an invalid day. */
export function startOfDay(day: string, timeZone: string): string | undefined {
  const midnight = instantAt({ day, time: '00:00' }, timeZone)
  const asUtc = Date.parse(`${day}T00:00:00.000Z`)
  if (midnight !== undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(asUtc)) return midnight
  return new Date(asUtc - offset(asUtc - 86_400_000, timeZone)).toISOString()
}

/** The zone's offset from UTC at an instant, in milliseconds. */
function offset(time: number, timeZone: string): number {
  const minute = Math.floor(time / 60_000) * 60_000
  const shown = wallClock(new Date(minute).toISOString(), timeZone)
  return Date.parse(`${shown.day}T${shown.time}:00.000Z`) - minute
}

/** The calendar day this many days later. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The same local time this many days later: a booking at 09:00 stays at 09:00 across a clock change. */
export function moveByDays(instant: string, days: number, timeZone: string): string {
  const { day, time } = wallClock(instant, timeZone)
  const moved = { day: addDays(day, days), time }
  return instantAt(moved, timeZone) ?? new Date(Date.parse(instant) + days * 86_400_000).toISOString()
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, weekday === 0 ? -6 : 1 - weekday)
}
