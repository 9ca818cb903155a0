import { expect, test } from 'vitest'
import { daysFrom, hoursOf, minutesBetween, moved, shifted } from './visit-times.ts'

const london = 'Europe/London'
const hour = 60
const day = 24 * hour

test('a visit moved across a clock change keeps its local times', () => {
  const friday = { jobStart: '2027-03-26T09:00:00.000Z', jobEnd: '2027-03-26T11:00:00.000Z' }
  const sunday = { jobStart: '2027-03-28T08:00:00.000Z', jobEnd: '2027-03-28T10:00:00.000Z' }
  expect(moved(friday, { start: 2 * day, end: 2 * day }, london)).toEqual(sunday)
  expect(moved(sunday, { start: -2 * day, end: -2 * day }, london)).toEqual(friday)
  const october = { jobStart: '2027-10-30T08:00:00.000Z', jobEnd: '2027-10-30T10:00:00.000Z' }
  expect(moved(october, { start: day, end: day }, london)).toEqual({
    jobStart: '2027-10-31T09:00:00.000Z',
    jobEnd: '2027-10-31T11:00:00.000Z',
  })
})

test('an end that is not moved keeps its instant, even in the repeated hour', () => {
  const second = { jobStart: '2027-10-31T01:30:00.000Z', jobEnd: '2027-10-31T03:00:00.000Z' }
  expect(moved(second, { start: 0, end: hour }, london)).toEqual({ ...second, jobEnd: '2027-10-31T04:00:00.000Z' })
})

test('a visit cannot be moved to a time that does not exist, nor to end before it starts', () => {
  const saturday = { jobStart: '2027-03-27T01:30:00.000Z', jobEnd: '2027-03-27T03:30:00.000Z' }
  expect(moved(saturday, { start: day, end: day }, london)).toBeUndefined()
  expect(moved(saturday, { start: 0, end: -2 * hour }, london)).toBeUndefined()
})

test("a week's length follows its clock changes", () => {
  const lengthOf = ({ from, to }: { from: string; to: string }) => hoursOf({ jobStart: from, jobEnd: to })
  expect(lengthOf(daysFrom('2027-03-22', 7, london))).toBe(7 * 24 - 1)
  expect(lengthOf(daysFrom('2027-10-25', 7, london))).toBe(7 * 24 + 1)
  // In Beirut the clocks go forward at midnight, and the day starts at one.
  expect(daysFrom('2027-03-28', 1, 'Asia/Beirut').from).toBe('2027-03-27T22:00:00.000Z')
})

test('local times are counted and shifted as if the clocks never changed', () => {
  const saturday = { day: '2027-03-27', time: '20:00' }
  expect(shifted(saturday, 12 * hour)).toEqual({ day: '2027-03-28', time: '08:00' })
  expect(minutesBetween(saturday, { day: '2027-03-28', time: '08:00' })).toBe(12 * hour)
})
