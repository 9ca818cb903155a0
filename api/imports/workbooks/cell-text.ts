/** How a number is shown: as a date, a time, with leading zeros, or as it is. */
export type NumberFormat =
  | { kind: 'number' }
  | { kind: 'date'; hasTime: boolean }
  | { kind: 'time' }
  | { kind: 'digits'; digits: number }

const plain: NumberFormat = { kind: 'number' }

/** The formats that are not written in the file, by their numbers in ECMA-376, part 1, 18.8.30. */
function builtInFormat(id: number): NumberFormat {
  if (id === 22) return { kind: 'date', hasTime: true }
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || (id >= 57 && id <= 58))
    return { kind: 'date', hasTime: false }
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47 ? { kind: 'time' } : plain
}

/** The format of a number by its id and, if it is the file's own, its code, such as 'dd/mm/yyyy'. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return builtInFormat(id)
  // Quoted and escaped characters, colours, currencies and conditions are no parts of a date; [h] counts hours.
  const bare = code.replace(/"[^"]*"|\\.|[_*]./g, '').toLowerCase()
  if (/\[(h+|m+|s+)\]/.test(bare)) return plain
  const [signs = ''] = bare.replace(/\[[^\]]*\]/g, '').split(';')
  if (/^0+$/.test(signs) && signs.length > 1) return { kind: 'digits', digits: signs.length }
  if (/general/.test(signs)) return plain
  const hasTime = /h|s/.test(signs)
  if (/[dy]/.test(signs) || (/m/.test(signs) && !hasTime)) return { kind: 'date', hasTime }
  return hasTime ? { kind: 'time' } : plain
}

const day = 86_400
/** The last day that a spreadsheet knows, in days: 31 December 9999. */
const lastSerial = 2_958_466

/**
 * A stored number as text: dates as '2026-11-20', with the time if the format shows it. Spreadsheets count days from 1900, with a
 * 29 February that never was, or from 1904.
 */
export function numberText(stored: string, format: NumberFormat, from1904: boolean): string {
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value)) return stored
  if (format.kind === 'digits')
    return Number.isInteger(value) && value >= 0 ? String(value).padStart(format.digits, '0') : plainNumber(value)
  if (format.kind === 'number' || value < 0 || value >= lastSerial) return plainNumber(value)
  const seconds = Math.round(value * day)
  const [days, time] = [Math.floor(seconds / day), seconds % day]
  if (format.kind === 'time') return days === 0 ? timeText(time) : plainNumber(value)
  if (days === 60 && !from1904) return plainNumber(value)
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days > 60 ? 30 : 31)
  const text = new Date(epoch + days * day * 1_000).toISOString().slice(0, 10)
  return format.hasTime && time > 0 ? `${text} ${timeText(time)}` : text
}

const timeText = (seconds: number) =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** To the fifteen digits that spreadsheets show: 0.30000000000000004 is 0.3. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15))
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? rounded.toFixed(0) : String(rounded)
}

/** A text as it is shown: Excel writes characters that XML cannot hold as _x000D_. Control characters are left out. */
export const shownText = (text: string) =>
  text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n', '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .toWellFormed()
