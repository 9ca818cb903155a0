import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, wallClock } from '#core/time/wall-clock.ts'
import { dueAfter, isCounted, workingDaysAfter, workingDaysBetween } from './counting.ts'
import { holidayDivisions } from './values.ts'

const london = { zone: 'Europe/London', holidays: 'england-and-wales' } as const
const shown = (instant: string) => Object.values(wallClock(instant, london.zone)).join(' ')

test('24 hours are elapsed time: an hour more or less on the clock when the clocks change', () => {
  const hours = { amount: 24, unit: 'hours' } as const
  expect(shown(dueAfter('2027-03-27T14:30:00.000Z', hours, london))).toBe('2027-03-28 15:30')
  expect(shown(dueAfter('2027-10-30T13:30:00.000Z', hours, london))).toBe('2027-10-31 13:30')
  expect(dueAfter('2026-12-24T22:10:00.000Z', hours, london)).toBe('2026-12-25T22:10:00.000Z')
})

test('working days run until the end of the last one in the time zone of the company', () => {
  const three = { amount: 3, unit: 'working days' } as const
  expect(dueAfter('2026-11-18T11:30:00.000Z', three, london)).toBe('2026-11-23T23:59:59.999Z')
  expect(dueAfter('2027-03-25T11:30:00.000Z', three, london)).toBe('2027-04-01T22:59:59.999Z')
  // 23:30 UTC is already the next day in summer.
  expect(shown(dueAfter('2026-08-26T23:30:00.000Z', three, london))).toBe('2026-09-02 23:59')
})

test('a report on a holiday or at a weekend counts from the next working day', () => {
  for (const day of ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28'])
    expect(workingDaysAfter(day, 1, 'england-and-wales'), day).toBe('2026-12-29')
  expect(workingDaysAfter('2026-12-31', 1, 'scotland')).toBe('2027-01-05')
  expect(workingDaysAfter('2026-07-10', 1, 'northern-ireland')).toBe('2026-07-14')
  expect(workingDaysAfter('2026-07-10', 1, 'england-and-wales')).toBe('2026-07-13')
})

const zones = fc.constantFrom('Europe/London', 'Europe/Lisbon', 'America/New_York', 'Pacific/Apia')
const instants = fc
  .integer({ min: Date.UTC(2025, 9, 27), max: Date.UTC(2028, 6, 1) })
  .map((time) => new Date(time).toISOString())
const division = fc.constantFrom(...holidayDivisions)

test('whatever the zone and the start, so many working days lie in the limit, the last of which is the day it is due', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 40 }), zones, division, (start, amount, zone, holidays) => {
      const due = dueAfter(start, { amount, unit: 'working days' }, { zone, holidays })
      const [first, last] = [wallClock(start, zone).day, wallClock(due, zone)]
      expect(last.time).toBe('23:59')
      expect(isCounted(last.day, holidays)).toBe(true)
      expect(workingDaysBetween(first, last.day, holidays)).toBe(amount)
      expect(wallClock(new Date(Date.parse(due) + 1).toISOString(), zone).day).toBe(addDays(last.day, 1))
    }),
    { numRuns: 300 },
  )
})

test('a longer limit and a later start are never due sooner', () => {
  const units = fc.constantFrom('hours', 'working days', 'days' as const)
  fc.assert(
    fc.property(
      instants,
      fc.nat(10 * 86_400_000),
      fc.integer({ min: 1, max: 30 }),
      units,
      division,
      (start, later, amount, unit, holidays) => {
        const days = { zone: 'Europe/London', holidays }
        const due = dueAfter(start, { amount, unit }, days)
        expect(dueAfter(start, { amount: amount + 1, unit }, days) > due).toBe(true)
        const after = new Date(Date.parse(start) + later).toISOString()
        expect(dueAfter(after, { amount, unit }, days) >= due).toBe(true)
        expect(due > start).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
