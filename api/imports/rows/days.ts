/** Which comes first in dates with slashes: the day (British) or the month (American). */
export type DayOrder = 'day first' | 'month first'

const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T].*)?$/
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?$/

/** The order that most dates show: a part from 13 to 31 must be the day. */
export function guessDayOrder(values: readonly string[]): DayOrder {
  const days = { first: 0, second: 0 }
  for (const value of values) {
    const [, first, second] = slashed.exec(value.trim()) ?? []
    if (onlyDay(Number(first))) days.first += 1
    if (onlyDay(Number(second))) days.second += 1
  }
  return days.second > days.first ? 'month first' : 'day first'
}

const onlyDay = (part: number) => part > 12 && part <= 31

/** A spreadsheet's date as YYYY-MM-DD; undefined if it is not one. */
export function readDay(value: string, order: DayOrder): string | undefined {
  const text = value.trim()
  const standard = iso.exec(text)
  if (standard) return realDay(Number(standard[1]), Number(standard[2]), Number(standard[3]))
  const found = slashed.exec(text)
  if (!found) return undefined
  const [first, second, year] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const fullYear = year < 100 ? 2000 + year : year
  return order === 'day first' ? realDay(fullYear, second, first) : realDay(fullYear, first, second)
}

function realDay(year: number, month: number, day: number): string | undefined {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text
}
