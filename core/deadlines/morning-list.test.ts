import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, wallClock } from '#core/time/wall-clock.ts'
import { type DayCount, isCounted } from './counting.ts'
import { isMorningOver, lastDayAhead, morningAfter, morningListOf, morningTime } from './morning-list.ts'

const london: DayCount = { zone: 'Europe/London', holidays: 'england-and-wales' }
const instants = fc
  .date({ min: new Date('2025-01-01T00:00:00Z'), max: new Date('2027-12-20T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Pacific/Auckland')

describe('the morning of a list', () => {
  test('is at 07:00 by the company’s clock on the next working day, over weekends, bank holidays and both clock changes', () => {
    for (const [asked, morning] of [
      ['2026-11-19T08:00:00.000Z', '2026-11-20T07:00:00.000Z'],
      ['2026-11-20T06:59:59.999Z', '2026-11-20T07:00:00.000Z'],
      ['2026-11-20T07:00:00.000Z', '2026-11-23T07:00:00.000Z'],
      ['2026-12-24T12:00:00.000Z', '2026-12-29T07:00:00.000Z'],
      ['2026-03-27T12:00:00.000Z', '2026-03-30T06:00:00.000Z'],
      ['2026-10-23T12:00:00.000Z', '2026-10-26T07:00:00.000Z'],
    ] as const)
      expect(morningAfter(asked, london)).toBe(morning)
  })
  test('follows each other: every working day has one, and none lies between two', () => {
    fc.assert(
      fc.property(instants, zones, (asked, zone) => {
        const days = { ...london, zone }
        const morning = morningAfter(asked, days)
        expect(Date.parse(morning)).toBeGreaterThan(Date.parse(asked))
        const { day, time } = wallClock(morning, zone)
        expect([time, isCounted(day, days.holidays), isMorningOver(morning, days)]).toEqual([morningTime, true, true])
        // No working day was passed over.
        for (let one = addDays(wallClock(asked, zone).day, 1); one < day; one = addDays(one, 1))
          expect(isCounted(one, days.holidays)).toBe(false)
      }),
    )
  })
  test('is not over at night, at weekends and on bank holidays', () => {
    expect(isMorningOver('2026-11-20T06:59:00.000Z', london)).toBe(false)
    expect(isMorningOver('2026-11-20T16:00:00.000Z', london)).toBe(true)
    expect(isMorningOver('2026-11-21T09:00:00.000Z', london)).toBe(false)
    expect(isMorningOver('2026-12-25T09:00:00.000Z', london)).toBe(false)
  })
})

describe('a morning list', () => {
  test('has what is late, due today and due in the next two working days, the weekend between included', () => {
    const now = '2026-11-20T07:00:00.000Z'
    const open = [
      ['after them', '2026-11-25T00:00:00.000Z'],
      ['on Tuesday', '2026-11-24T23:59:59.999Z'],
      ['on Sunday', '2026-11-22T12:00:00.000Z'],
      ['at midnight', '2026-11-20T23:59:59.999Z'],
      ['at nine', '2026-11-20T09:00:00.000Z'],
      ['this night', '2026-11-20T02:00:00.000Z'],
      ['last week', '2026-11-12T23:59:59.999Z'],
    ].map(([name = '', due = '']) => ({ name, due }))
    const { late, today, soon } = morningListOf(open, now, london)
    expect(late.map((one) => one.name)).toEqual(['last week', 'this night'])
    expect(today.map((one) => one.name)).toEqual(['at nine', 'at midnight'])
    expect(soon.map((one) => one.name)).toEqual(['on Sunday', 'on Tuesday'])
    expect(lastDayAhead(now, london)).toBe('2026-11-24')
  })
  test('names each deadline once at most, and leaves out only later ones', () => {
    fc.assert(
      fc.property(instants, fc.array(fc.integer({ min: -200, max: 200 }), { maxLength: 12 }), (now, hours) => {
        const open = hours.map((hour, at) => ({
          at,
          due: new Date(Date.parse(now) + hour * 3_600_000).toISOString(),
        }))
        const { late, today, soon } = morningListOf(open, now, london)
        const named = [...late, ...today, ...soon]
        expect(new Set(named).size).toBe(named.length)
        const last = lastDayAhead(now, london)
        for (const one of open)
          expect(named.includes(one)).toBe(wallClock(one.due, london.zone).day <= last || one.due < now)
        expect(named.map((one) => one.due)).toEqual(named.map((one) => one.due).toSorted())
      }),
    )
  })
})
