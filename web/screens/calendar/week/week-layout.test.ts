import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantAt } from '#core/time/wall-clock.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { byDay, daysOf, layOutWeek, mostLanes } from './week-layout.ts'

const london = 'Europe/London'
const week = '2027-01-11'
let visits = 0

function visit(day: string, start: string, end: string, lastDay = day, zone = london): BookedVisit {
  visits += 1
  return {
    jobId: `job ${visits}`,
    jobRef: String(visits),
    apartmentName: 'A site',
    jobStatus: 'booked',
    warning: '',
    jobBookingId: `booking ${visits}`,
    jobStart: instantAt({ day, time: start }, zone) ?? '',
    jobEnd: instantAt({ day: lastDay, time: end }, zone) ?? '',
    assignedTo: [],
  }
}
const shown = (bookings: BookedVisit[], monday = week) =>
  layOutWeek(bookings, monday, london).segments.map(
    ({ day, start, end, lane, lanes, whole }) => `${day} ${start}–${end} ${lane + 1}/${lanes}${whole ? '' : ' part'}`,
  )

test('visits are on their day at their hours, with overlapping ones side by side', () => {
  const nine = visit('2027-01-12', '09:00', '11:00')
  const ten = visit('2027-01-12', '10:00', '12:00')
  const eleven = visit('2027-01-12', '11:00', '12:30')
  const later = visit('2027-01-12', '12:30', '13:00')
  expect(shown([eleven, nine, later, ten])).toEqual([
    '2027-01-12 09:00–11:00 1/2',
    '2027-01-12 10:00–12:00 2/2',
    '2027-01-12 11:00–12:30 1/2',
    '2027-01-12 12:30–13:00 1/1',
  ])
})

test('three overlapping visits have a third of the width each, for as long as any of them lasts', () => {
  const all = [visit('2027-01-12', '09:00', '13:00'), visit('2027-01-12', '09:00', '10:00')]
  const more = [visit('2027-01-12', '09:30', '10:30'), visit('2027-01-12', '12:00', '14:00')]
  expect(shown([...all, ...more])).toEqual([
    '2027-01-12 09:00–13:00 1/3',
    '2027-01-12 09:00–10:00 2/3',
    '2027-01-12 09:30–10:30 3/3',
    '2027-01-12 12:00–14:00 2/3',
  ])
})

test('a visit spans the lanes beside it that are free at that time', () => {
  const spans = (bookings: BookedVisit[]) =>
    layOutWeek(bookings, week, london).segments.map(({ start, lane, span }) => `${start} ${lane + 1}+${span}`)
  const long = visit('2027-01-12', '09:00', '13:00')
  const two = [visit('2027-01-12', '09:00', '10:00'), visit('2027-01-12', '09:30', '10:30')]
  expect(spans([long, ...two, visit('2027-01-12', '12:00', '14:00')])).toEqual([
    '09:00 1+1',
    '09:00 2+1',
    '09:30 3+1',
    '12:00 2+2',
  ])
})

test('three visits stand side by side; the others at that time are counted', () => {
  const nine = [1, 2, 3, 4, 5].map(() => visit('2027-01-12', '09:00', '11:00'))
  const late = visit('2027-01-12', '10:30', '12:00')
  const { segments, more } = layOutWeek([...nine, late, visit('2027-01-13', '09:00', '10:00')], week, london)
  expect(segments.map(({ day, lane, lanes }) => [day, lane, lanes])).toEqual([
    ...[0, 1, 2].map((lane) => ['2027-01-12', lane, 3]),
    ['2027-01-13', 0, 1],
  ])
  expect(more).toEqual([{ day: '2027-01-12', start: '09:00', end: '12:00', count: 3 }])
})

test('a visit moved to a full hour is shown there in the place of another', () => {
  const four = [1, 2, 3, 4].map(() => visit('2027-01-12', '09:00', '11:00'))
  const last = four.at(-1)?.jobId
  const idsWith = (kept?: string) => layOutWeek(four, week, london, kept).segments.map(({ id }) => id)
  expect(idsWith()).not.toContain(last)
  expect(idsWith(last)).toHaveLength(mostLanes)
  expect(idsWith(last)).toContain(last)
})

test('whatever the visits, none covers another, at most three stand side by side, and every other one is counted', () => {
  const quarter = fc.integer({ min: 24, max: 76 })
  const times = fc
    .tuple(fc.integer({ min: 0, max: 1 }), quarter, fc.integer({ min: 1, max: 16 }))
    .map(([day, from, long]) => {
      const time = (quarters: number) =>
        `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`
      return visit(daysOf(week)[day] ?? week, time(from), time(Math.min(from + long, 84)))
    })
  fc.assert(
    fc.property(fc.array(times, { maxLength: 40 }), fc.nat(), (bookings, nth) => {
      const kept = bookings[nth % Math.max(bookings.length, 1)]?.jobId
      const { segments, more } = layOutWeek(bookings, week, london, kept)
      for (const one of segments) {
        expect(one.lane + one.span).toBeLessThanOrEqual(one.lanes)
        expect(one.lanes).toBeLessThanOrEqual(mostLanes)
        for (const other of segments) {
          if (one === other || one.day !== other.day || one.start >= other.end || other.start >= one.end) continue
          expect(one.lanes).toBe(other.lanes)
          expect(one.lane + one.span <= other.lane || other.lane + other.span <= one.lane).toBe(true)
        }
      }
      if (kept) expect(segments.map(({ id }) => id)).toContain(kept)
      const shown = new Set(segments.map(({ id }) => id))
      const hidden = bookings.filter(({ jobId }) => !shown.has(jobId))
      expect(more.reduce((all, { count }) => all + count, 0)).toBe(hidden.length)
      for (const one of layOutWeek(hidden, week, london).segments)
        expect(more.some(({ day, start, end }) => day === one.day && start <= one.start && one.end <= end)).toBe(true)
    }),
  )
})

test('hours before 06:00 and after 21:00 are cut off, and a visit entirely outside them is listed separately', () => {
  const early = visit('2027-01-12', '05:00', '06:00')
  expect(
    shown([visit('2027-01-12', '04:00', '07:00'), visit('2027-01-13', '20:00', '00:00', '2027-01-14'), early]),
  ).toEqual(['2027-01-12 06:00–07:00 1/1', '2027-01-13 20:00–21:00 1/1'])
  expect(layOutWeek([early], week, london).outside).toEqual([{ booking: early, day: '2027-01-12' }])
})

test('a visit of several days is shown on each, in parts that cannot be dragged', () => {
  expect(shown([visit('2027-01-16', '19:00', '08:00', '2027-01-18')])).toEqual([
    '2027-01-16 19:00–21:00 1/1 part',
    '2027-01-17 06:00–21:00 1/1 part',
  ])
})

test('in weeks with a clock change, visits are placed at their local times', () => {
  for (const [monday, sunday] of [
    ['2027-03-22', '2027-03-28'],
    ['2027-10-25', '2027-10-31'],
  ] as const)
    expect(shown([visit(sunday, '09:00', '11:00'), visit(monday, '09:00', '11:00')], monday)).toEqual([
      `${monday} 09:00–11:00 1/1`,
      `${sunday} 09:00–11:00 1/1`,
    ])
})

test('a list of days has a visit under each of its days', () => {
  const night = visit('2027-01-12', '22:00', '02:00', '2027-01-13')
  const found = byDay([night], daysOf(week), london)
  expect([...found].filter(([, bookings]) => bookings.length > 0).map(([day]) => day)).toEqual([
    '2027-01-12',
    '2027-01-13',
  ])
})
