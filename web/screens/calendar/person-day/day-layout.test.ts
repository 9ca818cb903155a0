import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DayVisit } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { acrossOf, inTiers, minuteAt } from './day-layout.ts'

const visit: BookedVisit = {
  ...{ jobId: 'mill', jobRef: '00012', apartmentName: '6 Mill Parade', jobStatus: 'booked', warning: '' },
  ...{ jobBookingId: 'booking', jobStart: '', jobEnd: '', assignedTo: ['tom'] },
}
const at = (from: number, to: number): DayVisit<BookedVisit> => ({
  visit,
  from,
  to,
  minutes: to - from,
  clashes: false,
})

test('visits that overlap lie below one another, and those that only touch in one row', () => {
  const placed = inTiers([at(540, 660), at(600, 720), at(660, 700), at(720, 780)])
  expect(placed.map(({ tier, tiers }) => [tier, tiers])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ])
  expect(inTiers([])).toEqual([])
})

const stretch = fc.tuple(fc.integer({ min: 0, max: 1_400 }), fc.integer({ min: 15, max: 300 }))

test('whatever the visits, two in one row never overlap', () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 30 }), (stretches) => {
      const visits = stretches.map(([from, long]) => at(from, from + long)).toSorted((a, b) => a.from - b.from)
      const placed = inTiers(visits)
      for (const [index, one] of placed.entries())
        for (const other of placed.slice(index + 1))
          if (one.tier === other.tier) expect(other.shown.from).toBeGreaterThanOrEqual(one.shown.to)
    }),
  )
})

test('a stretch lies across the hours shown in proportion, and a point is a quarter of an hour', () => {
  const shown = { from: 420, to: 1_140 }
  expect(acrossOf({ from: 600, to: 780 }, shown)).toEqual({ left: 25, width: 25 })
  expect(minuteAt(0.25, shown)).toBe(600)
  expect(minuteAt(0.26, shown)).toBe(600)
})
