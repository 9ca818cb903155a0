import { expect, test } from 'vitest'
import { bankHolidays } from '#core/deadlines/bank-holidays.ts'
import { datesToMake, workDay } from './making.ts'

test('a date on a weekend or bank holiday moves as was chosen', () => {
  const english = bankHolidays['england-and-wales']
  expect(workDay('2026-12-25', 'next working day', english)).toBe('2026-12-29')
  expect(workDay('2026-12-28', 'working day before', english)).toBe('2026-12-24')
  expect(workDay('2026-12-25', 'keep the date', english)).toBe('2026-12-25')
  expect(workDay('2026-12-22', 'next working day', english)).toBe('2026-12-22')
})

test('jobs are made their lead time ahead, and none for days that are over', () => {
  const dates = ['2026-11-20', '2026-11-24', '2026-12-08', '2026-12-09']
  expect(datesToMake(dates, { today: '2026-11-24', leadDays: 14 })).toEqual(['2026-11-24', '2026-12-08'])
  expect(datesToMake(dates, { today: '2026-11-24', leadDays: 0 })).toEqual(['2026-11-24'])
})
