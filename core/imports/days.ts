/** Which comes first in dates with slashes: the day (British) or the month (American). */
export const dayOrders = ['day first', 'month first'] as const
export type DayOrder = (typeof dayOrders)[number]

const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T].*)?$/
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?$/

/**
 * A spreadsheet's date as YYYY-MM-DD; undefined if it is not one. Without an order, a date that has one meaning in either order
 * is undefined.
 */
export function readDay(value: string, order: DayOrder | undefined): string | undefined {
  const text = value.trim()
  const standard = iso.exec(text)
  if (standard) return realDay(Number(standard[1]), Number(standard[2]), Number(standard[3]))
  const found = slashed.exec(text)
  if (!found) return undefined
  const [first, second, year] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const fullYear = year < 100 ? 2000 + year : year
  const [british, american] = [realDay(fullYear, second, first), realDay(fullYear, first, second)]
  if (order) return order === 'day first' ? british : american
  return british && american && british !== american ? undefined : (british ?? american)
}

/** Whether a text is a date in one order or the other. */
export const isDay = (value: string) =>
  readDay(value, 'day first') !== undefined || readDay(value, 'month first') !== undefined

/** Whether a date is another day when its day and month change places. */
export const hasTwoReadings = (value: string) => isDay(value) && readDay(value, undefined) === undefined

/**
 * What the dates of a column show: how many can only have the day first, how many only the month, and the first date that can
 * have either.
 */
export type DayEvidence = { dayFirst: number; monthFirst: number; either?: string | undefined }

type Tally = DayEvidence & { values: number; days: number }

/** A column holds dates if nearly all of its texts are dates; the few others are refused row by row. */
const leastPart = 0.9

/** Longer texts are no dates, with or without a time. */
const longest = 40

/** Collects from each row of a file what its columns show of the order of days and months. */
export function tallyDays(): {
  add(row: Readonly<Record<string, string>>): void
  evidence(column: string): DayEvidence | undefined
} {
  const columns = new Map<string, Tally>()
  return {
    add: (row) => {
      for (const [column, cell] of Object.entries(row)) {
        const text = cell.trim()
        if (!text) continue
        const tally = columns.get(column) ?? { values: 0, days: 0, dayFirst: 0, monthFirst: 0 }
        columns.set(column, tally)
        tally.values += 1
        if (text.length <= longest) count(tally, text)
      }
    },
    evidence: (column) => {
      const tally = columns.get(column)
      if (!tally || tally.days === 0 || tally.days < leastPart * tally.values) return undefined
      const { dayFirst, monthFirst, either } = tally
      return { dayFirst, monthFirst, ...(either === undefined ? {} : { either }) }
    },
  }
}

function count(tally: Tally, text: string) {
  const [british, american] = [readDay(text, 'day first'), readDay(text, 'month first')]
  if (!british && !american) return
  tally.days += 1
  if (british && american && british !== american) tally.either ??= text
  else if (!american) tally.dayFirst += 1
  else if (!british) tally.monthFirst += 1
}

type Column = { name: string; dates?: DayEvidence | undefined }

/**
 * The order that a file shows for the dates of one column: that of most of its own dates, or else the one that every other column
 * of dates shows. Undefined if nothing shows it, or columns contradict each other.
 */
export function shownDayOrder(columns: readonly Column[], own: string | undefined): DayOrder | undefined {
  const shown = (dates: DayEvidence | undefined): DayOrder | undefined => {
    const { dayFirst = 0, monthFirst = 0 } = dates ?? {}
    return dayFirst === monthFirst ? undefined : dayFirst > monthFirst ? 'day first' : 'month first'
  }
  const ofOwn = columns.find(({ name }) => name === own)?.dates
  if (shown(ofOwn) || (ofOwn && ofOwn.dayFirst > 0)) return shown(ofOwn)
  const orders = new Set(columns.map(({ dates }) => shown(dates)).filter((order) => order !== undefined))
  const [order] = orders
  return orders.size === 1 ? order : undefined
}

function realDay(year: number, month: number, day: number): string | undefined {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text
}
