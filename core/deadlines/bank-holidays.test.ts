import { expect, test } from 'vitest'
import { addDays } from '#core/time/wall-clock.ts'
import { isWorkingDay } from '#core/time/working-days.ts'
import { bankHolidays, holidaysKnownUntil } from './bank-holidays.ts'
import { holidayDivisions } from './values.ts'

test('the bank holidays are known for at least a year from today: add the next one from gov.uk/bank-holidays', () => {
  const inAYear = addDays(new Date().toISOString().slice(0, 10), 365)
  expect(holidaysKnownUntil >= inAYear, `they end on ${holidaysKnownUntil}`).toBe(true)
})

test.each(holidayDivisions)('the bank holidays of %s are days of Monday to Friday in order, each once', (division) => {
  const days = bankHolidays[division]
  expect(days).toEqual([...new Set(days)].toSorted())
  expect(days.filter((day) => !isWorkingDay(day))).toEqual([])
  const years = Map.groupBy(days, (day) => day.slice(0, 4))
  const perYear = division === 'england-and-wales' ? [8] : division === 'scotland' ? [9, 10] : [10]
  for (const [year, ofYear] of years) expect(perYear, year).toContain(ofYear.length)
  expect([...years.keys()].at(-1)).toBe(holidaysKnownUntil.slice(0, 4))
})

test('the bank holidays are those of the government, substitutes and one-off days included', () => {
  const { scotland, ...others } = bankHolidays
  expect(scotland).toContain('2026-06-15')
  expect(others['england-and-wales']).not.toContain('2026-06-15')
  for (const division of holidayDivisions) {
    expect(bankHolidays[division]).toEqual(expect.arrayContaining(['2026-12-25', '2026-12-28', '2027-12-27']))
    expect(bankHolidays[division]).not.toContain('2026-12-26')
  }
})
