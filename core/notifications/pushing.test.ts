import { describe, expect, test } from 'vitest'
import { nextPush, patience, pushPlan } from './pushing.ts'
import { noticesFor } from './settings.ts'

const at = '2026-11-23T10:00:00.000Z'
const minutes = (later: number) => new Date(Date.parse(at) + later * 60_000).toISOString()
const news = { at, settlesAt: minutes(10), isSent: false, wasSent: false, isRead: false, isWanted: true }
const plan = (change: Partial<typeof news>, now = minutes(2), notices = noticesFor('team')) =>
  pushPlan({ ...news, ...change }, notices, 'Europe/London', now)

describe('a push', () => {
  test('is sent a minute after the news, once, and kept until nothing changes it any more', () => {
    expect(plan({}, minutes(0.5))).toEqual({ wait: Date.parse(minutes(1)) })
    expect(plan({})).toBe('send')
    expect(plan({ isSent: true, wasSent: true })).toEqual({ wait: Date.parse(minutes(10)) })
    expect(plan({ isSent: true, wasSent: true }, minutes(10))).toBe('drop')
  })
  test('waits until the quiet hours end', () => {
    const quiet = noticesFor('team', { quiet: { from: '09:00', to: '11:00' } })
    expect(plan({}, minutes(2), quiet)).toEqual({ wait: Date.parse('2026-11-23T11:00:00.000Z') })
    expect(plan({}, '2026-11-23T11:00:00.000Z', quiet)).toBe('send')
  })
  test('is not sent to somebody who has left, who has read it, or who does not want it any more', () => {
    expect(pushPlan(news, undefined, 'Europe/London', minutes(2))).toBe('drop')
    expect(plan({ isRead: true })).toBe('drop')
    expect(plan({ isWanted: false })).toBe('drop')
  })
  test('is taken back on the device if what it told of was undone', () => {
    expect(plan({ isWanted: false, wasSent: true })).toBe('send')
  })
  test('that fails is tried again with growing pauses, and given up after a day', () => {
    const now = Date.parse(at)
    const waits = [1, 2, 3, 4, 5, 50].map((tries) => (nextPush({ tries, at }, now) ?? 0) - now)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits.at(-1)).toBe(3_600_000)
    expect(nextPush({ tries: 1, at }, now + patience)).toBeUndefined()
  })
})
