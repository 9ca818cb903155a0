import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TypingDay, typedDay, whyNoDay } from './typed-day.ts'
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

test('a weekday that is not the one of its day is no day, and is said so', () => {
  for (const typing of [ahead, behind]) {
    expect(typedDay('Mon 20 Nov 2026', typing)).toBeNull()
    expect(whyNoDay('Mon 20 Nov 2026', typing)).toBe('20 Nov 2026 is a Friday, not a Monday.')
    expect(typedDay('Friday, 20th of November 2026', typing)).toBe('2026-11-20')
  }
  expect(typedDay('Fri 20 Nov', behind)).toBe('2026-11-20')
  expect(typedDay('Fri 20 Nov', ahead)).toBeNull()
  expect(whyNoDay('Fri 20 Nov', ahead)).toBe('20 Nov 2027 is a Saturday, not a Friday.')
})

test('only a weekday may come before a day', () => {
  for (const text of ['bananas 20 Nov', 'the 20 Nov 2026', 'nov 20 nov 2026', 'tomorrow 20/11/2026', 'monkey 23 Nov']) {
    expect(typedDay(text, behind), text).toBeNull()
    expect(whyNoDay(text, behind)).toBe('Enter a day such as 23/11, thu or tomorrow.')
  }
  for (const word of ['tue', 'tues', 'Tuesday', 'Tues.']) expect(typedDay(`${word} 24 Nov`, ahead)).toBe('2026-11-24')
  for (const word of ['wed', 'weds', 'thu', 'thur', 'thurs']) expect(typedDay(word, ahead), word).not.toBeNull()
})

test('a year of two digits is of this century, and of the last one for what has happened, if it is far ahead', () => {
  expect(typedDay('31/12/99', behind)).toBe('1999-12-31')
  expect(typedDay('31/12/99', ahead)).toBe('2099-12-31')
  expect(typedDay('1 Feb 00', behind)).toBe('2000-02-01')
  expect(typedDay('31/12/26', behind)).toBe('2026-12-31')
  expect(typedDay('31/3/28', behind)).toBe('2028-03-31')
  expect(typedDay('31/3/37', behind)).toBe('1937-03-31')
})

test('every day reads back from each form in which British people write it', () => {
  const days = fc.integer({ min: 0, max: 60_000 }).map((count) => addDays('1950-01-01', count))
  const towards = fc.constantFrom<TypingDay>(ahead, behind)
  fc.assert(
    fc.property(days, towards, (day, typing) => {
      const words = (style: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))
      const [year, month, number] = [Number(day.slice(0, 4)), day.slice(5, 7), Number(day.slice(8))]
      const shortMonth = words({ month: 'short' })
      const forms = [
        day,
        ...['/', '.', '-', ' '].map((between) => [number, Number(month), year].join(between)),
        `${day.slice(8)}/${month}/${year}`,
        `${number} ${shortMonth} ${year}`,
        `${number}th of ${words({ month: 'long' })} ${year}`,
        words({ day: 'numeric', month: 'long', year: 'numeric' }),
        words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
        `${words({ weekday: 'short' })}, ${number} ${shortMonth.toUpperCase()} ${year}`,
      ]
      for (const form of forms) expect(typedDay(form, typing), form).toBe(day)
      const wrong = `${words({ weekday: 'long' }) === 'Monday' ? 'Tue' : 'Mon'} ${number}/${month}/${year}`
      expect(typedDay(wrong, typing), wrong).toBeNull()
      // Two digits of a year never change the day or the rest of the year.
      const short = typedDay(`${number}/${month}/${String(year).slice(2)}`, typing)
      expect(short === null || short.slice(2) === day.slice(2), short ?? '').toBe(true)
    }),
  )
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

test('the weekday of the day before may stay where only the number is changed', () => {
  const before = { ...ahead, before: '2026-11-27' }
  expect(typedDay('Fri 28 Nov 2026', before)).toBe('2026-11-28')
  expect(typedDay('Fri 2 Nov 2026', before)).toBe('2026-11-02')
  expect(typedDay('Thu 28 Nov 2026', before)).toBeNull()
  expect(typedDay('Fri 28 Nov 2026', ahead)).toBeNull()
})
