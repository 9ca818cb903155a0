const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The day that was typed: '20 Nov 2026', '20/11/2026', '20.11.26' or '2026-11-20'; null while it is none yet. */
export function typedDay(text: string): string | null {
  const [, year, month, day] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text) ?? []
  if (year && month && day) return dayOf(Number(year), Number(month), Number(day))
  const [, first, second, third] = /(\d{1,2})[\s./-]+(\d{1,2}|[a-z]{3,9})[\s./,-]+(\d{4}|\d{2})\s*$/i.exec(text) ?? []
  if (!first || !second || !third) return null
  const named = months.indexOf(second.slice(0, 3).toLowerCase()) + 1
  return dayOf(third.length === 2 ? 2000 + Number(third) : Number(third), named || Number(second), Number(first))
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000
  return isReal ? date.toISOString().slice(0, 10) : null
}
