/** The 96 suggested times of a day, a quarter of an hour apart. */
export const timesOfDay: readonly string[] = Array.from({ length: 96 }, (_, quarter) => timeAt(quarter * 15))

/** A time field's value when `before` is changed to `typed`: always the beginning of a valid time. */
export function typedTime(before: string, typed: string): string {
  const same = sameStart(before, typed)
  const onlyDeleted = same > 0 && typed.length < before.length && before.endsWith(typed.slice(same))
  // A deleted colon must not be reinserted immediately, or nobody could delete past it.
  return onlyDeleted ? before.slice(0, same) : timeIn(typed)
}

/** A partly typed time, completed when the field is left: '09:' becomes 09:00. */
export function completedTime(begun: string): string {
  const [hour = '', minute = ''] = begun.split(':')
  return hour === '' ? '' : `${hour.padStart(2, '0')}:${minute.padEnd(2, '0')}`
}

export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The suggestions for a value: the whole day if it is a suggestion itself, otherwise the times it could become. */
export const suggestionsFor = (begun: string) =>
  timesOfDay.includes(begun)
    ? timesOfDay
    : timesOfDay.filter((time) => time.startsWith(begun.slice(0, isTime(begun) ? 3 : 5)))

/** Minutes since midnight of a time of day. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** The time of day some minutes after midnight, limited to the day. */
export function timeAt(minutes: number): string {
  const within = Math.min(Math.max(minutes, 0), 24 * 60 - 1)
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}

function timeIn(typed: string): string {
  const [, before = '', after = ''] = /^([^:]*):?(.*)$/s.exec(typed.replace(/[^\d:]/g, '')) ?? []
  const endsHour = before.length === 1 && typed.includes(':')
  const digits = (endsHour ? `0${before}` : before) + after.replaceAll(':', '')
  let time = ''
  for (const digit of digits) {
    const next = [digit, `0${digit}:`].find((one) => isBegun(time + one) && (one === digit || time === ''))
    if (next === undefined) continue
    time += next
    if (time.length === 2) time += ':'
  }
  return time
}

const isBegun = (text: string) => /^([0-2]|([01]\d|2[0-3])(:([0-5]\d?)?)?)?$/.test(text)

function sameStart(one: string, other: string): number {
  const different = [...one].findIndex((letter, at) => letter !== other[at])
  return different === -1 ? one.length : different
}
