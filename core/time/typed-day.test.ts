import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TypingDay, typedDay } from './typed-day.ts'
import { addDays } from './wall-clock.ts'

/** A Monday. */
const today = '2026-11-23'
const ahead: TypingDay = { today, toward: 'future' }
const behind: TypingDay = { today, toward: 'past' }

test('a day can be typed as British people write it, with the day before the month', () => {
  const forms = [
    'Fri 20 Nov 2026',
    '20 Nov 2026',
    '20 november 2026',
    '20/11/2026',
    '20.11.26',
    '2026-11-20',
    '20th Nov 26',
  ]
  for (const text of forms) expect(typedDay(text, ahead), text).toBe('2026-11-20')
  expect(typedDay('5/12/2026', ahead)).toBe('2026-12-05')
})

test('an incomplete or invalid day is left alone', () => {
  for (const text of [
    '',
    '2',
    '20',
    '20 N',
    '31/2/2026',
    '11/13/2026',
    '20 Foo 2026',
    '31/2',
    'soon',
    't',
    'to',
    '2026-1',
  ])
    expect(typedDay(text, ahead), text).toBeNull()
})

test('today, tomorrow and yesterday can be typed, or their first three letters', () => {
  expect(typedDay('today', ahead)).toBe(today)
  expect(typedDay(' Tomorrow ', ahead)).toBe('2026-11-24')
  expect(typedDay('tom', ahead)).toBe('2026-11-24')
  expect(typedDay('yesterday', behind)).toBe('2026-11-22')
})

test('a weekday is the next one for a visit, and the last one for what has happened; never today', () => {
  expect(typedDay('thu', ahead)).toBe('2026-11-26')
  expect(typedDay('thu', behind)).toBe('2026-11-19')
  expect(typedDay('Thursday', ahead)).toBe('2026-11-26')
  expect(typedDay('weds', ahead)).toBe('2026-11-25')
  expect(typedDay('mon', ahead)).toBe('2026-11-30')
  expect(typedDay('mon', behind)).toBe('2026-11-16')
})

test('a day without a year is the next one for a visit, and the last one for what has happened', () => {
  for (const text of ['23/11', '23 Nov', '23rd November', 'Mon 23 Nov', '23.11']) {
    expect(typedDay(text, ahead), text).toBe(today)
    expect(typedDay(text, behind), text).toBe(today)
  }
  expect(typedDay('22/11', ahead)).toBe('2027-11-22')
  expect(typedDay('22/11', behind)).toBe('2026-11-22')
  expect(typedDay('3 Jan', ahead)).toBe('2027-01-03')
  expect(typedDay('24 sept', behind)).toBe('2026-09-24')
  expect(typedDay('29 Feb', ahead)).toBe('2028-02-29')
  expect(typedDay('29/2', { today: '2097-03-01', toward: 'future' })).toBe('2104-02-29')
})

test('a day typed without its year is found again on the right side of today, whatever the day', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count))
  fc.assert(
    fc.property(days, days, (now, wanted) => {
      const text = `${Number(wanted.slice(8))}/${Number(wanted.slice(5, 7))}`
      const future = typedDay(text, { today: now, toward: 'future' })
      const past = typedDay(text, { today: now, toward: 'past' })
      expect(future?.slice(5)).toBe(wanted.slice(5))
      expect(past?.slice(5)).toBe(wanted.slice(5))
      expect((future ?? '') >= now && (past ?? '9') <= now).toBe(true)
    }),
  )
})
