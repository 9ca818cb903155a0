import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#core/time/wall-clock.ts'
import { jobsByMonth, lastDayAhead, monthsAhead, monthsFrom } from './jobs-ahead.ts'

test('the months to come are the present one and eleven more, over the end of a year', () => {
  expect(monthsFrom('2026-11-20').slice(0, 3)).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(lastDayAhead('2026-11-20')).toBe('2027-10-31')
  expect(lastDayAhead('2027-03-31')).toBe('2028-02-29')
})

test('jobs are counted in the month of their day; what is over or beyond the last month is not', () => {
  const days = ['2026-11-19', '2026-11-20', '2026-11-30', '2027-01-04', '2027-10-31', '2027-11-01']
  expect(jobsByMonth(days, '2026-11-20').filter((one) => one.jobs > 0)).toEqual([
    { month: '2026-11', jobs: 2 },
    { month: '2027-01', jobs: 1 },
    { month: '2027-10', jobs: 1 },
  ])
})

test('every day from today to the last one counts once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.array(fc.integer({ min: -40, max: 420 })), (start, offsets) => {
      const today = addDays('2024-01-01', start)
      const days = offsets.map((offset) => addDays(today, offset))
      const months = jobsByMonth(days, today)
      expect(months).toHaveLength(monthsAhead)
      const counted = days.filter((day) => day >= today && day <= lastDayAhead(today)).length
      expect(months.reduce((sum, one) => sum + one.jobs, 0)).toBe(counted)
    }),
  )
})
