import { expect, test } from 'vitest'
import { shiftByKey, shiftedVisit } from './keyboard-moves.ts'

const key = (name: string, held: { shiftKey?: boolean; ctrlKey?: boolean } = {}) =>
  shiftByKey({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, ...held })
const week = '2027-03-22'
const friday = { jobStart: '2027-03-26T09:00:00.000Z', jobEnd: '2027-03-26T11:00:00.000Z' }

test('Shift and an arrow move a visit a quarter of an hour or a day, with Ctrl its end', () => {
  const held = { shiftKey: true }
  expect(key('ArrowUp', held)).toEqual({ start: -15, end: -15 })
  expect(key('ArrowRight', held)).toEqual({ start: 1440, end: 1440 })
  expect(key('ArrowDown', { shiftKey: true, ctrlKey: true })).toEqual({ start: 0, end: 15 })
  expect(key('ArrowRight', { shiftKey: true, ctrlKey: true })).toBeUndefined()
  expect(key('ArrowUp')).toBeUndefined()
  expect(key('Enter', held)).toBeUndefined()
})

test('keys move a visit within the week and the hours shown, in local time', () => {
  const days = (count: number) =>
    shiftedVisit(friday, { start: count * 1440, end: count * 1440 }, week, 'Europe/London')
  expect(days(2)?.jobStart).toBe('2027-03-28T08:00:00.000Z')
  expect(days(3)).toBeUndefined()
  expect(shiftedVisit(friday, { start: -195, end: -195 }, week, 'Europe/London')).toBeUndefined()
  expect(shiftedVisit(friday, { start: 0, end: -120 }, week, 'Europe/London')).toBeUndefined()
})
