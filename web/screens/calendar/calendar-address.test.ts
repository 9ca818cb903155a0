import { expect, test } from 'vitest'
import { addressOfToday, atDay, calendarAddressOf, calendarViewIn, weekName } from './calendar-address.ts'

const today = '2026-11-20'
const read = (address: string) => calendarViewIn(new URLSearchParams(address), today)

test("without a day in the address the calendar shows today's week; with one, the week of that day", () => {
  expect(read('')).toEqual({ week: '2026-11-16', day: today, person: '', by: 'hours', span: 'week' })
  expect(read('week=2027-03-28')).toMatchObject({ week: '2027-03-22', day: '2027-03-22', person: '' })
  expect(read('week=2027-03-22&day=2027-03-25&person=tom').day).toBe('2027-03-25')
})

test('an invalid day in an address, or one of another week, is treated as absent', () => {
  for (const bad of ['week=2027-02-31', 'week=soon', 'week=', 'day=2027-03-25', 'week=2026-11-16&day=x'])
    expect(read(bad)).toEqual(read(''))
})

test('an address restores the view that it was built from', () => {
  for (const address of [
    'week=2027-03-22',
    'week=2027-03-22&day=2027-03-25',
    'week=2026-11-16&person=tom',
    'week=2026-11-16&by=person',
    'week=2026-11-16&by=person&span=day',
  ])
    expect(calendarAddressOf(read(address), today).toString()).toBe(address)
  expect(calendarAddressOf(atDay(read(''), '2026-11-25'), today).toString()).toBe('week=2026-11-23&day=2026-11-25')
  expect(addressOfToday(read('week=2027-03-22&person=tom')).toString()).toBe('person=tom')
  expect(addressOfToday(read('week=2027-03-22&by=person')).toString()).toBe('by=person')
})

test('a week is named by its first and last day', () => {
  expect(weekName('2026-11-16')).toBe('16 – 22 November 2026')
  expect(weekName('2026-11-30')).toBe('30 November – 6 December 2026')
  expect(weekName('2026-12-28')).toBe('28 December 2026 – 3 January 2027')
})
