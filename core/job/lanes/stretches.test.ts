import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covered, doubledMinutes, lengthOf, type Stretch, uncovered } from './stretches.ts'

const day = 288
const minutes = Array.from({ length: day }, (_, minute) => minute)
const stretch = fc
  .tuple(fc.nat(day - 1), fc.nat(90))
  .map(([from, long]): Stretch => ({ from, to: Math.min(from + long, day) }))
const minutesIn = (stretches: readonly Stretch[]) =>
  minutes.filter((minute) => stretches.some(({ from, to }) => from <= minute && minute < to))

test('whatever the stretches, each minute is covered, doubled or left over as a count of that minute says', () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 8 }), stretch, (all, whole) => {
      const count = minutes.map((minute) => all.filter(({ from, to }) => from <= minute && minute < to).length)
      const busy = minutes.filter((minute) => count[minute] !== 0)
      expect(minutesIn(covered(all))).toEqual(busy)
      expect(lengthOf(covered(all))).toBe(busy.length)
      expect(minutesIn(uncovered(whole, all))).toEqual(minutesIn([whole]).filter((minute) => count[minute] === 0))
      expect(doubledMinutes(all)).toBe(count.filter((one) => one > 1).length)
    }),
  )
})

test('stretches that touch are one', () => {
  expect(
    covered([
      { from: 60, to: 90 },
      { from: 30, to: 60 },
    ]),
  ).toEqual([{ from: 30, to: 90 }])
})
