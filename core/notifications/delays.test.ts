import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallClock } from '#core/time/wall-clock.ts'
import { dueAt, endOfQuiet, nextDailyEmail, pushDelay } from './delays.ts'
import { noticesFor } from './settings.ts'

const london = 'Europe/London'
const night = { from: '19:00', to: '07:00' }
const zone = fc.constantFrom(london, 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe')
const time = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
  const hour = Math.floor(minutes / 60)
  return `${String(hour).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})
const instant = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

describe('quiet hours', () => {
  test.each([
    ['2026-11-20T18:59:00.000Z', '2026-11-20T18:59:00.000Z', 'before they begin'],
    ['2026-11-20T19:00:00.000Z', '2026-11-21T07:00:00.000Z', 'from their first minute'],
    ['2026-11-21T06:59:59.000Z', '2026-11-21T07:00:00.000Z', 'over midnight'],
    ['2026-11-21T07:00:00.000Z', '2026-11-21T07:00:00.000Z', 'until they end'],
    ['2026-06-20T21:00:00.000Z', '2026-06-21T06:00:00.000Z', 'by the clock of the company, in summer too'],
    ['2026-03-28T22:00:00.000Z', '2026-03-29T06:00:00.000Z', 'in the night that loses an hour'],
  ])('%s is told at %s: %s', (at, told) => expect(endOfQuiet(at, night, london)).toBe(told))
  test('hold nothing back where they are off, or no hours', () => {
    const at = '2026-11-20T23:00:00.000Z'
    expect(endOfQuiet(at, 'off', london)).toBe(at)
    expect(endOfQuiet(at, { from: '08:00', to: '08:00' }, london)).toBe(at)
  })
  test('end within a day, never before they are asked for, and no push is due within them', () =>
    fc.assert(
      fc.property(instant, time, time, zone, (at, from, to, zone) => {
        const end = endOfQuiet(at, { from, to }, zone)
        expect(end >= at).toBe(true)
        expect(Date.parse(end) - Date.parse(at)).toBeLessThanOrEqual(26 * 3_600_000)
        if (end !== at) expect(wallClock(end, zone).time >= to || wallClock(end, zone).time < from).toBe(true)
      }),
    ))
})

describe('the daily email', () => {
  test.each([
    ['2026-11-20T06:00:00.000Z', '2026-11-20T07:00:00.000Z', 'later on that day'],
    ['2026-11-19T07:00:00.000Z', '2026-11-20T07:00:00.000Z', 'the next day'],
    ['2026-11-20T07:00:00.000Z', '2026-11-23T07:00:00.000Z', 'after the weekend'],
    ['2026-06-18T22:00:00.000Z', '2026-06-19T06:00:00.000Z', 'by the clock of the company'],
  ])('has what happened at %s at %s: %s', (at, sent) =>
    expect(nextDailyEmail(at, { at: '07:00', days: 'weekdays' }, london)).toBe(sent),
  )
  test('comes once for everything between two of them, at its time', () =>
    fc.assert(
      fc.property(
        instant,
        time,
        fc.constantFrom('every day' as const, 'weekdays' as const),
        zone,
        (at, time, days, zone) => {
          const email = { at: time, days }
          const sent = nextDailyEmail(at, email, zone)
          expect(sent > at).toBe(true)
          // Whatever happens until then is in the same one, and the next thing in another.
          expect(nextDailyEmail(new Date(Date.parse(sent) - 1).toISOString(), email, zone)).toBe(sent)
          expect(nextDailyEmail(sent, email, zone) > sent).toBe(true)
        },
      ),
    ))
})

test('a push waits a minute for what changes again, and is not sent in quiet hours however late it is', () => {
  const notices = noticesFor('team')
  const at = '2026-11-20T10:00:00.000Z'
  const due = (now: string) => dueAt({ way: 'push', at }, notices, london, now)
  expect(Date.parse(due(at)) - Date.parse(at)).toBe(pushDelay)
  expect(due('2026-11-20T12:00:00.000Z')).toBe('2026-11-20T12:00:00.000Z')
  expect(due('2026-11-20T20:00:00.000Z')).toBe('2026-11-21T07:00:00.000Z')
  expect(dueAt({ way: 'email', at }, notices, london, at)).toBe('2026-11-23T07:00:00.000Z')
})
