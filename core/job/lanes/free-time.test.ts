import { expect, test } from 'vitest'
import { bestStart, freeFrom, startOn } from './free-time.ts'

test('a visit starts where it first fits, else where most of it does', () => {
  const free = [
    { from: 480, to: 510 },
    { from: 600, to: 690 },
    { from: 780, to: 900 },
  ]
  expect([30, 90, 120, 240].map((minutes) => bestStart(free, minutes))).toEqual([480, 600, 780, 780])
  expect(bestStart([], 60)).toBeUndefined()
})

test('of today only what is still to come is free, from the next quarter of an hour', () => {
  const free = [
    { from: 480, to: 510 },
    { from: 600, to: 690 },
    { from: 780, to: 900 },
  ]
  const at = (time: string, day = '2026-11-30') => freeFrom(free, '2026-11-30', { day, time })
  expect(at('07:59')).toEqual(free)
  expect(at('10:31')).toEqual([
    { from: 645, to: 690 },
    { from: 780, to: 900 },
  ])
  expect(at('14:45')).toEqual([{ from: 885, to: 900 }])
  expect(at('14:46')).toEqual([])
  expect(at('17:00', '2026-11-29')).toEqual(free)
  expect(at('07:00', '2026-12-01')).toEqual([])
})

test('a visit starts in the first free hours that it fits in and that are to come, else at the usual time', () => {
  const now = { day: '2027-01-12', time: '13:05' }
  const free = [
    { from: 480, to: 570 },
    { from: 660, to: 1020 },
  ]
  const start = (day: string, minutes: number, slot: { free?: typeof free; start?: number } = {}) =>
    startOn({ day, free, ...slot }, minutes, now)
  expect(start('2027-01-13', 90)).toBe(480)
  expect(start('2027-01-13', 120)).toBe(660)
  expect(start('2027-01-13', 120, { free: [] })).toBe(540)
  expect(start('2027-01-13', 120, { start: 500 })).toBe(500)
  expect(start('2027-01-12', 90)).toBe(795)
  expect(start('2027-01-12', 90, { free: [] })).toBe(795)
  expect(start('2027-01-12', 90, { start: 500 })).toBe(795)
  expect(start('2027-01-11', 90)).toBe(480)
  expect(startOn({ day: now.day, free }, 90, { ...now, time: '23:50' })).toBeUndefined()
})
