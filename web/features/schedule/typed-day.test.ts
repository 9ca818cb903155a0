import { expect, test } from 'vitest'
import { typedDay } from './typed-day.ts'

test('a day can be typed as British people write it, with the day before the month', () => {
  for (const text of ['Fri 20 Nov 2026', '20 Nov 2026', '20 november 2026', '20/11/2026', '20.11.26', '2026-11-20'])
    expect(typedDay(text), text).toBe('2026-11-20')
  expect(typedDay('5/12/2026')).toBe('2026-12-05')
})

test('an incomplete or invalid day is left alone', () => {
  for (const text of ['', '2', '20 Nov', '31/2/2026', '11/13/2026', '20 Foo 2026', 'soon'])
    expect(typedDay(text), text).toBeNull()
})
