import { expect, test } from 'vitest'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { figuresOf, hoursByPerson, isVisitOf, unassigned } from './week-figures.ts'

const visit = (hours: number, change: Partial<BookedVisit> = {}): BookedVisit => ({
  jobId: 'job',
  jobRef: '00001',
  apartmentName: '14 Marlowe Court',
  jobStatus: 'booked',
  warning: '',
  jobBookingId: 'booking',
  jobStart: '2027-01-12T09:00:00.000Z',
  jobEnd: new Date(Date.parse('2027-01-12T09:00:00Z') + hours * 3_600_000).toISOString(),
  assignedTo: ['tom'],
  ...change,
})
const week = [
  visit(2, { assignedTo: ['tom', 'maya'] }),
  visit(1.25, { jobStatus: 'completed' }),
  visit(3, { assignedTo: [], warning: 'no access', jobStatus: 'pending' }),
]

test('a week is counted in visits, hours, completed, no access and unassigned', () => {
  const { byStatus, ...figures } = figuresOf(week)
  expect(figures).toEqual({ visits: 3, hours: 6.25, completed: 1, noAccess: 1, unassigned: 1 })
  expect([...byStatus]).toEqual([
    ['booked', 1],
    ['completed', 1],
    ['pending', 1],
  ])
})

test("a visit's hours count for each of its people, or as unassigned if it has none", () => {
  expect([...hoursByPerson(week)]).toEqual([
    ['tom', 3.25],
    ['maya', 2],
    [unassigned, 3],
  ])
})

test('a person is requested by name, everyone by an absent name', () => {
  const counts = ['', 'tom', 'maya', unassigned].map((person) => week.filter((one) => isVisitOf(one, person)).length)
  expect(counts).toEqual([3, 2, 1, 1])
})
