import { isTime, timesOfDay } from './time-of-day.ts'

/**
 * What was typed in a time field. `time` is always the beginning of a valid time; what cannot become one is `unread`: the field
 * shows it, and `time` is then never a complete one.
 */
export type TypedTime = { time: string; unread?: string }

/** A time field after its text was changed to `typed`: '9.30', '1730' and '5pm' are times, '25' is none. */
export function typedTime(before: TypedTime, typed: string): TypedTime {
  const shown = shownOf(before)
  const same = sameStart(shown, typed)
  const onlyDeleted = same > 0 && typed.length < shown.length && shown.endsWith(typed.slice(same))
  // A deleted colon must not be reinserted immediately, or nobody could delete past it.
  if (onlyDeleted && isBegun(shown)) return { time: shown.slice(0, same) }
  const put = typed.slice(same, typed.length - shown.length + same)
  const isPut = typed.length > shown.length && typed.slice(same + put.length) === shown.slice(same)
  // A letter or a sixth character is not accepted; but words after a begun time, as in '12 midnight', make it none.
  if (isPut && /^[^\d:.,\sap-]+$/i.test(put)) return isTime(shown) || /^m$/i.test(put) ? before : notRead(shown)
  if (isPut && charactersIn(typed).length > mostCharacters) return before
  const time = timeIn(typed)
  return time === undefined ? notRead(typed) : { time }
}

/** What the field shows. */
export const shownOf = ({ time, unread }: TypedTime) => unread ?? time

/** A partly typed time, completed when the field is left: '9' becomes 09:00. Half of the minutes is not guessed at. */
export function completedTime(begun: string): string {
  const [hour = '', minute = ''] = begun.split(':')
  return hour === '' || minute.length === 1 ? begun : `${hour.padStart(2, '0')}:${minute.padEnd(2, '0')}`
}

/** Why what a field shows is no time, for the person who typed it. */
export function whyNoTime(shown: string): string {
  if (!isBegun(shown)) return `${shown} is not a time. Enter 00:00 to 23:59.`
  return shown.length === 4 ? 'Enter both digits of the minutes, such as 09:05.' : 'Enter a time such as 09:00.'
}

/** The suggestions for a value: the whole day if it is a suggestion itself, otherwise the times it could become. */
export const suggestionsFor = (begun: string) =>
  timesOfDay.includes(begun)
    ? timesOfDay
    : timesOfDay.filter((time) => time.startsWith(begun.slice(0, isTime(begun) ? 3 : 5)))

function notRead(typed: string): TypedTime {
  const unread = charactersIn(typed).replace(/^:+/, '').slice(0, mostCharacters)
  const beginnings = [4, 3, 2, 1].map((length) => timeIn(unread.slice(0, length)) ?? '')
  return { time: beginnings.find((time) => time !== '' && !isTime(time)) ?? '', ...(unread ? { unread } : {}) }
}

/** Digits and colons, which is all that a field shows. */
const charactersIn = (typed: string) =>
  typed
    .slice(0, mostRead)
    .replace(/[.,\s-]+(?=\d)/g, ':')
    .replace(/[^\d:]/g, '')
const mostCharacters = 5
/** Whatever is pasted, no more of it is looked at. */
const mostRead = 40

const written = /^(\d*)(?:[:.,\s-]+(\d*))?[\s.]*(?:([ap])[\s.]*m?[\s.]*)?$/

/** The beginning of a time that was typed, with its colon; undefined if it is none. */
function timeIn(typed: string): string | undefined {
  const text = typed
    .slice(0, mostRead)
    .toLowerCase()
    .replace(/[^\da-z:.,\s-]/g, '')
  const [found, first = '', second, half] = written.exec(text.trim()) ?? []
  if (found === undefined) return undefined
  const digits = first + (second ?? '')
  if (digits === '') return ''
  if (first === '') return undefined
  if (half) return timeOfHalf(first, second, half)
  const isShort = (second !== undefined && first.length === 1) || Number(digits[0]) > 2
  if (!isShort && digits.length === 1) return digits
  const time = isShort ? `0${digits[0]}:${digits.slice(1)}` : `${digits.slice(0, 2)}:${digits.slice(2)}`
  return isBegun(time) ? time : undefined
}

/** The 24-hour time of an hour before ('a') or after noon ('p'); undefined if the digits are no such time. */
function timeOfHalf(first: string, second: string | undefined, half: string): string | undefined {
  const digits = first + (second ?? '')
  // The colon that the field puts into '130' is too late for 1:30 pm.
  const isShort = digits.length === 3 && (second === undefined || Number(first) > 12)
  const hourDigits = isShort ? 1 : second === undefined ? 2 : first.length
  const hour = Number(digits.slice(0, hourDigits))
  const minute = digits.slice(hourDigits) || '00'
  const isOther = half === 'a' ? hour > 12 || digits === '0' : hour === 0
  const hour24 = hour > 12 ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  const time = `${String(hour24).padStart(2, '0')}:${minute}`
  return !isOther && isTime(time) ? time : undefined
}

const isBegun = (text: string) => /^([0-2]|([01]\d|2[0-3])(:([0-5]\d?)?)?)?$/.test(text)

function sameStart(one: string, other: string): number {
  const different = [...one].findIndex((letter, at) => letter !== other[at])
  return different === -1 ? one.length : different
}
