/** A calendar day as text: '2026-11-19' is '19 Nov 2026'. */
export function dayName(day: string): string {
  return dayNameIn(`${day}T12:00:00Z`, 'UTC')
}

/** An instant's day in a time zone, '19 Nov 2026'. */
export function dayNameIn(instant: string, zone: string): string {
  const { day, month, year } = partsIn(instant, zone)
  return `${day} ${month} ${year}`
}

/** An instant's day in a time zone, 'Fri 20 Nov', with its year unless that is the year of `now`. */
export function dayIn(instant: string, zone: string, now: string): string {
  const { weekday, day, month, year } = partsIn(instant, zone)
  const name = `${weekday} ${day} ${month}`
  return year === partsIn(now, zone).year ? name : `${name} ${year}`
}

/** An instant's day in a time zone without its weekday, '20 Nov'. */
export const dateIn = (instant: string, zone: string, now: string) => dayIn(instant, zone, now).replace(/^\S+ /, '')

/** An instant's day in full, 'Friday 20 November 2026', for printed documents. */
export function fullDayIn(instant: string, zone: string): string {
  const style = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: zone } as const
  return new Intl.DateTimeFormat('en-GB', style).format(new Date(instant)).replace(',', '')
}

/** An instant's day, 'Friday 20 November'. */
export const longDayIn = (instant: string, zone: string) => fullDayIn(instant, zone).replace(/ \d+$/, '')

/** An instant's day with its year, 'Fri 20 Nov 2026', for tables in printed documents. */
export function paperDayIn(instant: string, zone: string): string {
  const { weekday, day, month, year } = partsIn(instant, zone)
  return `${weekday} ${day} ${month} ${year}`
}

/** A calendar day, 'Fri 20 Nov 2026', for tables in printed documents. */
export const paperDay = (day: string) => paperDayIn(`${day}T12:00:00Z`, 'UTC')

/** An instant's hour and minute in a time zone. */
export const timeIn = (instant: string, zone: string) => {
  const { hour, minute } = partsIn(instant, zone)
  return `${hour}:${minute}`
}

/** A visit, 'Fri 20 Nov, 09:00–11:00', with the end's day too if it is another one. */
export function visitIn(start: string, end: string, zone: string, now: string): string {
  const [first, last] = [dayIn(start, zone, now), dayIn(end, zone, now)]
  return `${first}, ${timeIn(start, zone)}–${first === last ? '' : `${last}, `}${timeIn(end, zone)}`
}

const minute = 60_000

/** How long after it happened something was recorded, '2 h'; undefined if under a minute. */
export function lateness({ happenedAt, recordedAt }: { happenedAt: string; recordedAt: string }) {
  const minutes = Math.floor((Date.parse(recordedAt) - Date.parse(happenedAt)) / minute)
  if (minutes < 1) return undefined
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

const formats = new Map<string, Intl.DateTimeFormat>()

type Parts = { weekday: string; day: string; month: string; year: string; hour: string; minute: string }

/** A cache: a long history formats the same minutes again and again, and formatting is slow. */
const cache = new Map<string, Parts>()
const mostCached = 5_000

/** The parts of an instant's date and time in a time zone. */
export function partsIn(instant: string, zone: string): Parts {
  const key = `${zone} ${instant.slice(0, 'yyyy-mm-ddThh:mm'.length)}`
  const parts = cache.get(key) ?? readParts(instant, zone)
  if (cache.size >= mostCached) cache.clear()
  cache.set(key, parts)
  return parts
}

/** Callers combine the parts themselves, because browsers place commas differently. */
function readParts(instant: string, zone: string): Parts {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(zone, format)
  const found = new Map(format.formatToParts(new Date(instant)).map((part) => [part.type, part.value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? ''
  return {
    weekday: part('weekday'),
    day: part('day'),
    month: part('month').slice(0, 3),
    year: part('year'),
    hour: part('hour'),
    minute: part('minute'),
  }
}
