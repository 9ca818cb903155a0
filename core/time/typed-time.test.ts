import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completedTime, isTime, minutesOf, suggestionsFor, timeAt, timesOfDay, typedTime } from './typed-time.ts'

/** Types one key after the other. */
const typing = (keys: string, before = '') => [...keys].reduce((value, key) => typedTime(value, value + key), before)

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
  expect(typedTime('', '7:45')).toBe('07:45')
})

test('letters, a sixth character and impossible times are not accepted', () => {
  expect(typing('0a9-3 0')).toBe('09:30')
  expect(typing('09301')).toBe('09:30')
  expect(typing('24')).toBe('2')
  expect(typing('1275')).toBe('12:5')
  expect(typedTime('', '9.30 am')).toBe('09:30')
})

test('a time can be deleted back to its start, past the colon', () => {
  let value = '09:30'
  for (const typed of ['09:3', '09:', '09', '0', '']) {
    value = typedTime(value, typed)
    expect(value).toBe(typed)
  }
  expect(typedTime('09', '093')).toBe('09:3')
  expect(typedTime('09:30', '0:30')).toBe('0')
})

test('a digit that replaces the whole time starts a new one', () => {
  expect(typedTime('09:33', '3')).toBe('03:')
  expect(typedTime('09:30', '1')).toBe('1')
})

test('whatever is typed, the field holds the start of a time, and a complete one once it loses focus', () => {
  const isBeginning = (value: string) => value === '' || timesInDay.some((time) => time.startsWith(value))
  const timesInDay = Array.from({ length: 24 * 60 }, (_, minutes) => timeAt(minutes))
  const keys = fc.oneof(
    fc.constantFrom(...'0123456789:', 'x', ' ', '🔧', '٣', 'back').map((key) => ({ key })),
    fc.string({ maxLength: 8 }).map((pasted) => ({ pasted })),
    fc.record({ from: fc.nat(5), to: fc.nat(5), put: fc.constantFrom('', '1', '9', ':', '23:5') }),
  )
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 20 }), (steps) => {
      let value = ''
      for (const step of steps) {
        if ('pasted' in step) value = typedTime(value, step.pasted)
        else if ('put' in step) value = typedTime(value, value.slice(0, step.from) + step.put + value.slice(step.to))
        else value = typedTime(value, step.key === 'back' ? value.slice(0, -1) : value + step.key)
        expect(isBeginning(value), value).toBe(true)
        expect(value.length).toBeLessThanOrEqual(5)
        expect(completedTime(value) === '' || isTime(completedTime(value)), completedTime(value)).toBe(true)
        expect(completedTime(value).startsWith(value) || value.length === 1).toBe(true)
      }
    }),
  )
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
