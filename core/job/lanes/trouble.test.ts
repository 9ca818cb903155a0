import { expect, test } from 'vitest'
import { troubleOf } from './trouble.ts'

const at = (time: string) => `2027-01-12T${time}:00.000Z`
const visit = (jobId: string, apartmentName: string, start: string, end: string, assignedTo: string[]) => ({
  ...{ jobId, apartmentName, assignedTo, jobRef: '00001' },
  ...{ jobStart: at(start), jobEnd: at(end) },
})
const mill = visit('mill', '6 Mill Parade', '09:00', '11:00', ['tom', 'maya'])
const bookings = [mill, visit('linden', '40 Linden Grove', '14:00', '15:00', ['tom'])]

test('a visit clashes with those of its people at that time, but not with its own booking', () => {
  const { clashes } = troubleOf(bookings, { ...mill, jobId: 'new', jobStart: at('10:00'), jobEnd: at('12:00') })
  expect(clashes.map(({ jobId, userId }) => `${jobId} ${userId}`)).toEqual(['mill tom', 'mill maya'])
  expect(troubleOf(bookings, { ...mill, jobStart: at('10:00'), jobEnd: at('12:00') })).toEqual({
    clashes: [],
    ways: [],
  })
})

test('a short way to it or from it is named once, with the site at the other end', () => {
  const wanted = visit('new', '2 Orchard Row', '11:10', '13:50', ['tom', 'maya'])
  expect(troubleOf(bookings, wanted).ways).toEqual([
    { minutes: 10, site: '6 Mill Parade', isBefore: true },
    { minutes: 10, site: '40 Linden Grove', isBefore: false },
  ])
})

test('another visit at the same site needs no way, nor does one without people', () => {
  expect(troubleOf(bookings, visit('new', '6 mill parade', '11:00', '13:00', ['tom'])).ways).toEqual([])
  expect(troubleOf(bookings, visit('new', '2 Orchard Row', '11:00', '13:00', []))).toEqual({ clashes: [], ways: [] })
})
