import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTime, minutesOf, timeAt, timesOfDay } from './time-of-day.ts'
import { completedTime, shownOf, suggestionsFor, type TypedTime, typedTime, whyNoTime } from './typed-time.ts'

/** Types one key after the other. */
const keyed = (keys: string): TypedTime =>
  [...keys].reduce<TypedTime>((typed, key) => typedTime(typed, shownOf(typed) + key), { time: '' })
/** Types into a field that takes every key as part of a time. */
const typing = (keys: string) => {
  const { time, unread } = keyed(keys)
  expect(unread, keys).toBeUndefined()
  return time
}
/** The time once the field is left; undefined if the field says that there is none. */
const left = ({ time, unread }: TypedTime) =>
  unread === undefined && isTime(completedTime(time)) ? completedTime(time) : undefined

test('a time can be typed with digits only; the colon is inserted', () => {
  expect(typing('0930')).toBe('09:30')
  expect(typing('1')).toBe('1')
  expect(typing('14')).toBe('14:')
  expect(typing('145')).toBe('14:5')
  expect(typing('2359')).toBe('23:59')
})

test('a colon can be typed too, and an hour may have one digit', () => {
  expect(typing('09:30')).toBe('09:30')
  expect(typing('9:30')).toBe('09:30')
  expect(typing('930')).toBe('09:30')
  expect(typing('1:30')).toBe('01:30')
  expect(typedTime({ time: '' }, '7:45').time).toBe('07:45')
})

test('letters, a sixth character and impossible times are not accepted', () => {
  expect(typing('0a9-3 0')).toBe('09:30')
  expect(typing('09301')).toBe('09:30')
  expect(keyed('24').time).toBe('2')
  expect(keyed('1275').time).toBe('12:')
  expect(typedTime({ time: '' }, '9.30 am').time).toBe('09:30')
})

test('a time can be deleted back to its start, past the colon', () => {
  let value = '09:30'
  for (const typed of ['09:3', '09:', '09', '0', '']) {
    value = typedTime({ time: value }, typed).time
    expect(value).toBe(typed)
  }
  expect(typedTime({ time: '09' }, '093').time).toBe('09:3')
  expect(typedTime({ time: '09:30' }, '0:30').time).toBe('0')
})

test('a digit that replaces the whole time starts a new one', () => {
  expect(typedTime({ time: '09:33' }, '3').time).toBe('03:')
  expect(typedTime({ time: '09:30' }, '1').time).toBe('1')
})

test.each([
  ['5pm', '17:00'],
  ['5 pm', '17:00'],
  ['5.30pm', '17:30'],
  ['5:30 pm', '17:30'],
  ['5:30 p.m.', '17:30'],
  ['0530PM', '17:30'],
  ['1pm', '13:00'],
  ['130pm', '13:30'],
  ['245pm', '14:45'],
  ['1030pm', '22:30'],
  ['17:30pm', '17:30'],
  ['12am', '00:00'],
  ['12pm', '12:00'],
  ['12.15am', '00:15'],
  ['9am', '09:00'],
  ['11 am', '11:00'],
  ['9', '09:00'],
  ['2', '02:00'],
  ['930', '09:30'],
  ['1730', '17:30'],
  ['9.30', '09:30'],
  ['1.30', '01:30'],
  ['9 30', '09:30'],
  ['17.30', '17:30'],
  ['0', '00:00'],
])('%s is %s, typed key by key or pasted', (text, time) => {
  expect(left(keyed(text))).toBe(time)
  expect(left(typedTime({ time: '' }, text))).toBe(time)
  expect(left(typedTime({ time: '11:11' }, text))).toBe(time)
})

test.each([
  ['25', '25', '25 is not a time. Enter 00:00 to 23:59.'],
  ['24:00', '24:00', '24:00 is not a time. Enter 00:00 to 23:59.'],
  ['2400', '2400', '2400 is not a time. Enter 00:00 to 23:59.'],
  ['12:75', '12:75', '12:75 is not a time. Enter 00:00 to 23:59.'],
  ['9:5', '09:5', 'Enter both digits of the minutes, such as 09:05.'],
  ['145', '14:5', 'Enter both digits of the minutes, such as 09:05.'],
  ['10:5pm', '10:5', 'Enter both digits of the minutes, such as 09:05.'],
  ['17:30am', '17:30', 'Enter a time such as 09:00.'],
  ['00:30pm', '00:30', 'Enter a time such as 09:00.'],
  ['12 midnight', '12:', 'Enter a time such as 09:00.'],
])('%s is no time, and stays to be seen', (text, shown, why) => {
  const typed = keyed(text)
  expect(left(typed)).toBeUndefined()
  expect(shownOf(typed)).toBe(shown)
  expect(whyNoTime(shown)).toBe(why)
  expect(left(typedTime({ time: '11:11' }, text))).toBeUndefined()
})

test('what is no time can be put right, or deleted', () => {
  expect(typedTime({ time: '2', unread: '25' }, '2')).toEqual({ time: '2' })
  expect(typedTime({ time: '2', unread: '25' }, '')).toEqual({ time: '' })
  expect(typedTime({ time: '12:', unread: '12:75' }, '12:5')).toEqual({ time: '12:5' })
  expect(typedTime({ time: '2', unread: '24:00' }, '2:00')).toEqual({ time: '02:00' })
  expect(typedTime({ time: '2', unread: '24:00' }, '24:001')).toEqual({ time: '2', unread: '24:00' })
})

test('whatever is pasted, a long text is read at once', () => {
  const started = performance.now()
  expect(typedTime({ time: '' }, `9${' '.repeat(200_000)}x`).time).toBe('09:')
  expect(performance.now() - started).toBeLessThan(500)
})

const timesInDay = Array.from({ length: 24 * 60 }, (_, minutes) => timeAt(minutes))
const steps = fc.array(
  fc.oneof(
    fc.constantFrom(...'0123456789:.apm', 'x', ' ', '🔧', '٣', 'back').map((key) => ({ key })),
    fc.string({ maxLength: 8 }).map((pasted) => ({ pasted })),
    fc.record({ from: fc.nat(5), to: fc.nat(5), put: fc.constantFrom('', '1', '9', ':', '23:5', 'pm') }),
  ),
  { maxLength: 20 },
)

test('whatever is typed, the field gives the start of a time, and a complete one or none once it loses focus', () => {
  const isBeginning = (value: string) => value === '' || timesInDay.some((time) => time.startsWith(value))
  fc.assert(
    fc.property(steps, (all) => {
      let typed: TypedTime = { time: '' }
      for (const step of all) {
        const shown = shownOf(typed)
        const next =
          'pasted' in step
            ? step.pasted
            : 'put' in step
              ? shown.slice(0, step.from) + step.put + shown.slice(step.to)
              : step.key === 'back'
                ? shown.slice(0, -1)
                : shown + step.key
        typed = typedTime(typed, next)
        expect(shownOf(typed)).toMatch(/^[\d:]{0,5}$/)
        const { time, unread } = typed
        expect(isBeginning(time), time).toBe(true)
        if (unread !== undefined) expect(time !== '' && !isTime(time), unread).toBe(true)
        // Only half of the minutes is left for the person to complete.
        const completed = completedTime(time)
        expect(completed === '' || isTime(completed) || completed === time, completed).toBe(true)
        expect(isTime(completed) || time === '' || /^\d\d:\d$/.test(time), time).toBe(true)
        expect(completed.startsWith(time) || time.length === 1).toBe(true)
      }
    }),
  )
})

/** The four digits that were meant: an hour alone has no minutes. */
const digitsOf = (text: string) => {
  const digits = text.replace(/\D/g, '')
  return (digits.length < 3 ? `${digits}00` : digits).padStart(4, '0')
}

test('no typed digits become a time of other digits', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 4 })
  const text = fc.tuple(digits, fc.constantFrom('', ':', '.', ' '), digits).map((parts) => parts.join('').slice(0, 5))
  fc.assert(
    fc.property(fc.oneof(digits, text), fc.boolean(), (typed, isKeyed) => {
      const time = left(isKeyed ? keyed(typed) : typedTime({ time: '' }, typed))
      if (time === undefined) return
      // Once the field is full, no other digit is accepted.
      const full = isKeyed
        ? Array.from(typed, (_, at) => typed.slice(0, at)).filter((one) => /\d\D*\d\D*\d/.test(one))
        : []
      const same = [typed, ...full].some((one) => digitsOf(one) === digitsOf(time))
      expect(same, `${typed} became ${time}`).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('every minute of the day can be typed in each form', () => {
  for (const time of timesInDay) {
    const [hour = 0, minute = ''] = [Number(time.slice(0, 2)), time.slice(3)]
    const half = hour < 12 ? 'am' : 'pm'
    const hour12 = hour % 12 || 12
    const forms = [time, time.replace(':', ''), time.replace(':', '.'), `${hour}:${minute}`, `${hour}.${minute}`]
    const halves = [`${hour12}:${minute}${half}`, `${hour12}.${minute} ${half}`]
    for (const form of [...forms, ...halves]) {
      expect(left(keyed(form)), form).toBe(time)
      expect(left(typedTime({ time: '' }, form)), form).toBe(time)
    }
  }
})

test('there are 96 suggestions: all of them for a complete time, only matches for a partial one', () => {
  expect(timesOfDay).toHaveLength(96)
  expect([timesOfDay[0], timesOfDay[1], timesOfDay[95]]).toEqual(['00:00', '00:15', '23:45'])
  expect(suggestionsFor('09:15')).toHaveLength(96)
  expect(suggestionsFor('')).toHaveLength(96)
  expect(suggestionsFor('09:')).toEqual(['09:00', '09:15', '09:30', '09:45'])
  expect(suggestionsFor('09:3')).toEqual(['09:30'])
  expect(suggestionsFor('09:10')).toEqual(['09:00', '09:15', '09:30', '09:45'])
})

test('minutes and times of day convert both ways', () => {
  expect(minutesOf('09:30')).toBe(570)
  expect(timeAt(570)).toBe('09:30')
  expect(timeAt(25 * 60)).toBe('23:59')
})
