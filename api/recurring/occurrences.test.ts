import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RecurringRule, recurringRule, weekdays } from '#core/recurring/rule.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { commandOfDate, datesBetween, datesFrom } from './occurrences.ts'

const gutters: RecurringRule = {
  repeats: 'yearly',
  every: 1,
  on: [
    { month: 4, place: 2, weekday: 'TU' },
    { month: 11, place: 4, weekday: 'TU' },
  ],
  first: '2026-11-01',
}

describe('the dates of recurring work', () => {
  test('gutters on the second Tuesday of April and the fourth of November', () =>
    expect(datesFrom(gutters, '2026-11-20', 5)).toEqual([
      '2026-11-24',
      '2027-04-13',
      '2027-11-23',
      '2028-04-11',
      '2028-11-28',
    ]))
  test('within some days are those that come next, up to the last of these days', () => {
    const bins: RecurringRule = { repeats: 'weekly', every: 2, on: ['TU', 'FR'], first: '2026-11-10' }
    for (const rule of [gutters, bins]) {
      const next = datesFrom(rule, '2026-11-20', 200).filter((day) => day <= '2028-04-11')
      expect(datesBetween(rule, '2026-11-20', '2028-04-11')).toEqual(next)
      expect(datesBetween(rule, '2020-01-01', '2026-10-01')).toEqual([])
    }
  })
  test('every two weeks on Tuesday, counted from the first', () => {
    const bins: RecurringRule = { repeats: 'weekly', every: 2, on: ['TU'], first: '2026-11-10' }
    expect(datesFrom(bins, '2026-11-20', 3)).toEqual(['2026-11-24', '2026-12-08', '2026-12-22'])
  })
  test('the first Monday of each month, and the last day of every third', () => {
    const alarm: RecurringRule = {
      repeats: 'monthly',
      every: 1,
      on: [{ place: 1, weekday: 'MO' }],
      first: '2026-11-01',
    }
    expect(datesFrom(alarm, '2026-11-20', 2)).toEqual(['2026-12-07', '2027-01-04'])
    const lifts: RecurringRule = { repeats: 'monthly', every: 3, on: [{ day: 31 }], first: '2026-11-01' }
    expect(datesFrom(lifts, '2026-11-01', 3)).toEqual(['2026-11-30', '2027-02-28', '2027-05-31'])
  })
  test('29 February is the 28th in other years', () => {
    const leap: RecurringRule = { repeats: 'yearly', every: 1, on: [{ month: 2, day: 29 }], first: '2024-01-01' }
    expect(datesFrom(leap, '2024-01-01', 3)).toEqual(['2024-02-29', '2025-02-28', '2026-02-28'])
  })
  test('end with the last day, and a rule whose end is before its first date never comes', () => {
    expect(datesFrom({ ...gutters, last: '2027-04-13' }, '2026-11-01', 5)).toEqual(['2026-11-24', '2027-04-13'])
    expect(datesFrom({ ...gutters, last: '2026-11-23' }, '2026-11-01', 5)).toEqual([])
  })
  test('whatever the rule, they are in order, from the day asked on, and asking from one of them begins with it', () => {
    const day = fc.integer({ min: 0, max: 3_000 }).map((count) => addDays('2024-01-01', count))
    const month = fc.integer({ min: 1, max: 12 })
    const weekday = fc.constantFrom(...weekdays)
    const every = fc.integer({ min: 1, max: 12 })
    const dayOfMonth = fc.integer({ min: 1, max: 31 })
    const rules: fc.Arbitrary<RecurringRule> = fc.oneof(
      fc.record({
        repeats: fc.constant('weekly' as const),
        every,
        on: fc.array(weekday, { minLength: 1, maxLength: 3 }),
        first: day,
      }),
      fc.record({
        repeats: fc.constant('monthly' as const),
        every,
        on: fc.tuple(fc.record({ day: dayOfMonth })),
        first: day,
      }),
      fc.record({
        repeats: fc.constant('yearly' as const),
        every,
        on: fc.tuple(fc.record({ month, day: dayOfMonth })),
        first: day,
      }),
    )
    fc.assert(
      fc.property(rules, day, (rule, from) => {
        expect(recurringRule.safeParse(rule).success).toBe(true)
        const dates = datesFrom(rule, from, 3)
        expect(dates).toHaveLength(3)
        expect(dates).toEqual([...new Set(dates)].toSorted())
        expect(dates.every((date) => date >= from && date >= rule.first)).toBe(true)
        expect(datesFrom(rule, dates[1] ?? '', 1)).toEqual([dates[1]])
      }),
      { numRuns: 40 },
    )
  })
})

test('a date of a series always has the same command, however often it is given', () => {
  const series = '0193f000-0000-7000-8000-000000000001'
  expect(commandOfDate(series, '2026-11-24')).toBe(commandOfDate(series, '2026-11-24'))
  expect(commandOfDate(series, '2026-11-24')).not.toBe(commandOfDate(series, '2027-04-13'))
})
