import { expect, test } from 'vitest'
import { type Dragged, downTo, draggedTo, type Grip, type Spot } from './dragging.ts'
import type { VisitSegment } from './week-layout.ts'

const monday = '2027-01-11'
const segment: VisitSegment = {
  id: 'job',
  booking: {
    jobId: 'job',
    jobRef: '00001',
    apartmentName: '6 Mill Parade',
    jobStatus: 'booked',
    warning: '',
    jobBookingId: 'booking',
    jobStart: '2027-01-12T09:00:00.000Z',
    jobEnd: '2027-01-12T11:00:00.000Z',
    assignedTo: [],
  },
  ...{ day: '2027-01-12', start: '09:00', end: '11:00', whole: true, lane: 0, lanes: 1, span: 1 },
}
/** The spot at an hour of a day of the week, from 0. */
const at = (weekday: number, hour: number): Spot => ({ across: (weekday + 0.5) / 7, down: (hour - 6) / 15 })
const hours = ({ day, start, end, by }: Dragged) => [day, start / 60, end / 60, by.start / 60, by.end / 60]
const drag = (grip: Grip, from: Spot, to: Spot) => hours(draggedTo(segment, grip, from, to, monday))

test('a visit follows the pointer by days and quarters of an hour, wherever it was grabbed', () => {
  expect(drag('whole', at(1, 10), at(3, 11.5))).toEqual(['2027-01-14', 10.5, 12.5, 49.5, 49.5])
  expect(drag('whole', at(1, 10.9), at(1, 11.1))).toEqual(['2027-01-12', 9.25, 11.25, 0.25, 0.25])
  expect(drag('whole', at(1, 10), at(1, 10.1))).toEqual(['2027-01-12', 9, 11, 0, 0])
})

test('a visit can only start within the week and the hours shown', () => {
  expect(drag('whole', at(1, 10), at(-3, 2))).toEqual(['2027-01-11', 6, 8, -27, -27])
  expect(drag('whole', at(1, 10), at(9, 30))).toEqual(['2027-01-17', 20.75, 22.75, 131.75, 131.75])
})

test('dragging an edge leaves the other where it is and cannot pass it', () => {
  expect(drag('end', at(1, 11), at(1, 11.8))).toEqual(['2027-01-12', 9, 11.75, 0, 0.75])
  expect(drag('end', at(1, 11), at(5, 7))).toEqual(['2027-01-12', 9, 9.25, 0, -1.75])
  expect(drag('end', at(1, 11), at(1, 24))).toEqual(['2027-01-12', 9, 21, 0, 10])
  expect(drag('start', at(1, 9), at(1, 8.5))).toEqual(['2027-01-12', 8.5, 11, -0.5, 0])
  expect(drag('start', at(1, 9), at(1, 15))).toEqual(['2027-01-12', 10.75, 11, 1.75, 0])
})

test('hours are placed on the grid in proportion; those outside are placed at its edges', () => {
  expect([5, 6, 13.5, 21, 22].map((hour) => downTo(hour * 60))).toEqual([0, 0, 50, 100, 100])
})
