import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, instantAt, mondayOf, moveByDays, startOfDay, wallClock } from './wall-clock.ts'

const london = 'Europe/London'

test('09:00 in London is 09:00 UTC in winter and 08:00 UTC in summer', () => {
  expect(instantAt({ day: '2026-11-20', time: '09:00' }, london)).toBe('2026-11-20T09:00:00.000Z')
  expect(instantAt({ day: '2026-07-20', time: '09:00' }, london)).toBe('2026-07-20T08:00:00.000Z')
  expect(wallClock('2026-07-20T08:00:00.000Z', london)).toEqual({ day: '2026-07-20', time: '09:00' })
})

test.each([
  ['2027-03-27', '2027-03-28'],
  ['2027-10-30', '2027-10-31'],
])('a booking at 09:00 stays at 09:00 when it is moved from %s to %s, across a clock change', (from, to) => {
  const start = instantAt({ day: from, time: '09:00' }, london) ?? ''
  expect(wallClock(moveByDays(start, 1, london), london)).toEqual({ day: to, time: '09:00' })
  expect(wallClock(moveByDays(moveByDays(start, 7, london), -7, london), london)).toEqual({ day: from, time: '09:00' })
})

describe('a time that does not exist', () => {
  test.each([
    ['2027-03-28', '01:30'],
    ['2026-02-31', '09:00'],
    ['2026-11-20', '24:00'],
    ['2026-11-20', '9:05'],
    ['2026-11-20', '09:5'],
    ['20/11/2026', '09:00'],
  ])('%s %s has no instant', (day, time) => expect(instantAt({ day, time }, london)).toBeUndefined())
})

test('a time that occurs twice is the first', () => {
  expect(instantAt({ day: '2027-10-31', time: '01:30' }, london)).toBe('2027-10-31T00:30:00.000Z')
})

test('the local time of an instant leads back to it, except in the hour that occurs twice', () => {
  const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 })
  const zones = fc.constantFrom(
    london,
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Pacific/Apia',
    'UTC',
  )
  fc.assert(
    fc.property(minutes, zones, (minute, zone) => {
      const instant = new Date(minute * 60_000).toISOString()
      const back = instantAt(wallClock(instant, zone), zone)
      expect(back).toBeDefined()
      expect(wallClock(back ?? '', zone)).toEqual(wallClock(instant, zone))
      expect([0, 30, 60]).toContain((Date.parse(instant) - Date.parse(back ?? '')) / 60_000)
    }),
    { numRuns: 2_000 },
  )
})

test('a day starts at midnight, or when the clocks have skipped it', () => {
  expect(startOfDay('2026-03-29', london)).toBe('2026-03-29T00:00:00.000Z')
  expect(startOfDay('2026-10-26', london)).toBe('2026-10-26T00:00:00.000Z')
  expect(startOfDay('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z')
  expect(startOfDay('+010000-01', london)).toBeUndefined()
  const zones = fc.constantFrom(
    london,
    'Africa/Cairo',
    'America/Havana',
    'America/Santiago',
    'Asia/Beirut',
    'Asia/Tokyo',
  )
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 3_000 }), (zone, after) => {
      const day = addDays('2022-01-01', after)
      const begins = startOfDay(day, zone) ?? expect.fail('it begins')
      expect(wallClock(begins, zone).day).toBe(day)
      expect(wallClock(new Date(Date.parse(begins) - 1).toISOString(), zone).day).toBe(addDays(day, -1))
    }),
  )
})

test('weeks start on Monday', () => {
  expect(['2026-11-16', '2026-11-20', '2026-11-22'].map(mondayOf)).toEqual(Array(3).fill('2026-11-16'))
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})
