import { addDays, mondayOf } from '#core/time/wall-clock.ts'
import type { PersonFilter } from './week-figures.ts'

/** The calendar as its address describes it. An invalid day in an address is treated as absent. */
export type CalendarView = {
  week: string
  day: string
  person: PersonFilter
  by: CalendarLayout
  /** How much is shown by person. */
  span: CalendarSpan
}
/** A grid of hours for everyone, or a row for each person. */
export type CalendarLayout = 'hours' | 'person'
export type CalendarSpan = 'day' | 'week'

/** The view of an address; `today` is the company's. Any day of a week names it; a phone's chosen day is separate. */
export function calendarViewIn(address: URLSearchParams, today: string): CalendarView {
  const week = mondayOf(dayIn(address.get('week')) ?? today)
  const requested = dayIn(address.get('day'))
  const day = requested && mondayOf(requested) === week ? requested : week === mondayOf(today) ? today : week
  const by = address.get('by') === 'person' ? 'person' : 'hours'
  const span = address.get('span') === 'day' ? 'day' : 'week'
  return { week, day, person: address.get('person') ?? '', by, span }
}

/** A view's address. It names the current week too, so that a link shows the same week later. */
export function calendarAddressOf({ week, day, person, by, span }: CalendarView, today: string): URLSearchParams {
  const address = new URLSearchParams({ week })
  if (day !== calendarViewIn(address, today).day) address.set('day', day)
  if (person) address.set('person', person)
  if (by === 'person') address.set('by', by)
  if (span === 'day') address.set('span', span)
  return address
}

/** The address of the week that is current when the link is opened. */
export const addressOfToday = ({ person, by, span }: CalendarView) =>
  new URLSearchParams({
    ...(person ? { person } : {}),
    ...(by === 'person' ? { by } : {}),
    ...(span === 'day' ? { span } : {}),
  })

/** The view with another day, and that day's week. */
export const atDay = (view: CalendarView, day: string): CalendarView => ({ ...view, day, week: mondayOf(day) })

/** A week's name: '16 – 22 November 2026', with the first day's month and year where they differ. */
export function weekName(week: string): string {
  const [first, last] = [partsOf(week), partsOf(addDays(week, 6))]
  const year = first.year === last.year ? '' : ` ${first.year}`
  const month = first.month === last.month && !year ? '' : ` ${first.month}`
  return `${first.day}${month}${year} – ${last.day} ${last.month} ${last.year}`
}

/** A day's name: 'Friday 20 November', with its year if that is another than today's. */
export function dayTitle(day: string, today: string): string {
  const { longWeekday, day: number, month, year } = partsOf(day)
  return [longWeekday, number, month, today.startsWith(year) ? '' : year].join(' ').trimEnd()
}

/** A day's names: 'Fri', 'Friday', '20', 'Nov', 'November', '2026'. */
export function partsOf(day: string) {
  const date = new Date(`${day}T12:00:00Z`)
  const month = formats.month.format(date)
  return {
    weekday: formats.weekday.format(date),
    longWeekday: formats.longWeekday.format(date),
    day: String(date.getUTCDate()),
    month,
    shortMonth: month.slice(0, 3),
    year: String(date.getUTCFullYear()),
  }
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const formats = {
  weekday: format({ weekday: 'short' }),
  longWeekday: format({ weekday: 'long' }),
  month: format({ month: 'long' }),
}

function dayIn(text: string | null): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text
}
