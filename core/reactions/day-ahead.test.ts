import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallClock } from '#core/time/wall-clock.ts'
import { jobId, maya, tom } from '#test/core/given-when-then.ts'
import { dayAheadAt, dayAheadTime, nextDayAhead, visitsAhead } from './day-ahead.ts'

const zone = 'Europe/London'

test('the next day is told from 17:00 by the company’s clock until midnight', () => {
  expect(dayAheadAt('2026-06-10T15:59:59.000Z', zone)).toBeUndefined()
  expect(dayAheadAt('2026-06-10T16:00:00.000Z', zone)).toEqual({
    day: '2026-06-11',
    from: '2026-06-10T16:00:00.000Z',
    until: '2026-06-10T23:00:00.000Z',
    start: '2026-06-10T23:00:00.000Z',
    end: '2026-06-11T23:00:00.000Z',
  })
  expect(dayAheadAt('2026-06-10T23:00:00.000Z', zone)).toBeUndefined()
  expect(nextDayAhead('2026-06-10T16:00:00.000Z', zone)).toBe('2026-06-11T16:00:00.000Z')
  // The clocks go back in the night to 25 October, and that day has 25 hours.
  expect(nextDayAhead('2026-10-24T16:00:00.000Z', zone)).toBe('2026-10-25T17:00:00.000Z')
  expect(dayAheadAt('2026-10-24T18:00:00.000Z', zone)).toMatchObject({ start: '2026-10-24T23:00:00.000Z' })
  expect(dayAheadAt('2026-10-24T18:00:00.000Z', zone)).toMatchObject({ end: '2026-10-26T00:00:00.000Z' })
})

test('whatever the time and the zone, people are told next at 17:00, within a day or the hour that clocks change by', () => {
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  const zones = fc.constantFrom('Europe/London', 'UTC', 'Europe/Lisbon', 'America/New_York')
  fc.assert(
    fc.property(instants, zones, (instant, place) => {
      const next = nextDayAhead(instant.toISOString(), place)
      expect(wallClock(next, place).time).toBe(dayAheadTime)
      const wait = Date.parse(next) - instant.getTime()
      expect(wait > 0 && wait <= 25 * 3_600_000).toBe(true)
      expect(dayAheadAt(next, place)).toMatchObject({ from: next })
    }),
  )
})

test('somebody is told how many visits they have and which is the first', () => {
  const at = (hour: string, ...people: { userId: string }[]) => ({
    jobId,
    jobStart: `2026-06-11T${hour}:00:00.000Z`,
    jobEnd: `2026-06-11T${hour}:30:00.000Z`,
    assignedTo: people.map(({ userId }) => userId),
  })
  const visits = [at('13', tom), at('08', tom, maya), at('07', maya)]
  expect(visitsAhead(visits, tom.userId)).toEqual({
    count: 2,
    first: { jobStart: '2026-06-11T08:00:00.000Z', jobEnd: '2026-06-11T08:30:00.000Z' },
  })
  expect(visitsAhead(visits, jobId)).toBeUndefined()
})
