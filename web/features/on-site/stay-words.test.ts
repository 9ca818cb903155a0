import { expect, test } from 'vitest'
import { minutesWords, sentLate, spanWords, stayWords } from './stay-words.ts'

const zone = 'Europe/London'
const now = '2026-11-20T11:54:20.000Z'
const arrivedAt = '2026-11-20T11:12:00.000Z'

test('time on site is in hours and minutes', () => {
  expect([0, 59_000, 42 * 60_000, 3_600_000, 4_860_000].map(minutesWords)).toEqual([
    '0 min',
    '0 min',
    '42 min',
    '1 h',
    '1 h 21 min',
  ])
  expect(stayWords({ arrivedAt }, now)).toBe('42 min')
})

test('a time on site names its day unless it is today, and says when Left was never tapped', () => {
  expect(spanWords({ arrivedAt, leftAt: '2026-11-20T11:50:00.000Z' }, zone, now)).toBe('11:12–11:50')
  expect(spanWords({ arrivedAt }, zone, now)).toBe('11:12, still there')
  expect(spanWords({ arrivedAt: '2026-11-18T11:12:00.000Z' }, zone, now)).toBe('Wed 18 Nov, 11:12, Left not recorded')
})

test('both times are told if the phone sent it more than 15 minutes later', () => {
  expect(sentLate(arrivedAt, '2026-11-20T11:27:00.000Z', zone)).toBeUndefined()
  expect(sentLate(arrivedAt, '2026-11-20T13:40:00.000Z', zone)).toBe('sent 13:40')
  expect(sentLate(arrivedAt, '2026-11-21T08:00:00.000Z', zone)).toBe('sent Sat 21 Nov, 08:00')
})
