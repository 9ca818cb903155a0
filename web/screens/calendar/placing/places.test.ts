import { expect, test } from 'vitest'
import { placeByArrow } from './place-keys.ts'
import { type BoardCell, boxOf, isSamePlace, type Lifted, placeAt } from './places.ts'

const hours = { from: 7 * 60, to: 19 * 60 }
const cell = (userId: string | undefined, top: number): BoardCell => ({
  ...{ userId, day: '2027-01-12', hours },
  ...{ left: 100, top, width: 720, height: 100 },
})
const day = [cell('maya', 0), cell('tom', 100), cell(undefined, 200)]
const week = ['2027-01-12', '2027-01-13'].map((one, column) => ({
  ...cell('maya', 0),
  ...{ day: one, hours: undefined, left: 100 + 100 * column, width: 100 },
}))
const tray: Lifted = {
  ...{ jobId: 'new', jobRef: '00007', apartmentName: '9 Sutler Street', assignedTo: [], minutes: 120 },
  ...{ from: undefined, day: undefined, start: undefined, booking: undefined },
}
const lifted = { ...tray, from: 'tom', day: '2027-01-12', start: 9 * 60 }
const options = { grabbed: 30, usualStart: () => 8 * 60 }

test('a day is dropped on in quarters of an hour, from where it is held; beside the lanes there is no place', () => {
  expect(placeAt(day, { x: 100 + 6 * 60 + 35, y: 150 }, lifted, options)).toEqual({
    ...{ userId: 'tom', day: '2027-01-12', start: 13 * 60, minutes: 120 },
  })
  expect(placeAt(day, { x: 101, y: 10 }, lifted, options)?.start).toBe(hours.from)
  expect(placeAt(day, { x: 819, y: 250 }, lifted, { ...options, grabbed: 0 })).toMatchObject({
    userId: undefined,
    start: hours.to - 15,
  })
  expect(placeAt(day, { x: 99, y: 10 }, lifted, options)).toBeUndefined()
})

test('on a day of a week a visit keeps its time, and a job of the tray takes the first free hours', () => {
  expect(placeAt(week, { x: 250, y: 50 }, lifted, options)).toMatchObject({ day: '2027-01-13', start: 9 * 60 })
  expect(placeAt(week, { x: 250, y: 50 }, tray, options)).toMatchObject({ day: '2027-01-13', start: 8 * 60 })
})

test('the box of a place is as long as the visit, within the hours shown; a week’s is the whole day', () => {
  const place = { userId: 'tom', day: '2027-01-12', start: 9 * 60, minutes: 120 }
  expect(boxOf(day, place)).toEqual({ left: 220, top: 100, width: 120, height: 100 })
  expect(boxOf(day, { ...place, start: 18 * 60 })).toMatchObject({ left: 760, width: 60 })
  expect(boxOf(week, { ...place, userId: 'maya' })).toEqual({ left: 100, top: 0, width: 100, height: 100 })
  expect(boxOf(day, { ...place, userId: 'jack' })).toBeUndefined()
})

test('a job of the tray never is where it was', () => {
  const place = { userId: 'tom', day: '2027-01-12', start: 9 * 60, minutes: 120 }
  expect(isSamePlace(tray, place)).toBe(false)
})

test('arrows move a visit in time or by days, with Shift its end, and up and down to other people', () => {
  const place = { userId: 'tom', day: '2027-01-12', start: 9 * 60, minutes: 120 }
  const press = (key: string, shiftKey = false, cells = day) => placeByArrow({ key, shiftKey }, place, cells)
  expect(press('ArrowRight')).toEqual({ ...place, start: 9 * 60 + 15 })
  expect(press('ArrowLeft', true)).toEqual({ ...place, minutes: 105 })
  expect(press('ArrowUp')).toEqual({ ...place, userId: 'maya' })
  expect(press('ArrowDown')).toEqual({ ...place, userId: undefined })
  expect(press('Enter')).toBeUndefined()
  const maya = { ...place, userId: 'maya' }
  expect(placeByArrow({ key: 'ArrowRight', shiftKey: false }, maya, week)).toEqual({ ...maya, day: '2027-01-13' })
  expect(placeByArrow({ key: 'ArrowLeft', shiftKey: false }, maya, week)).toBeUndefined()
  expect(placeByArrow({ key: 'ArrowUp', shiftKey: false }, maya, day)).toBeUndefined()
})
