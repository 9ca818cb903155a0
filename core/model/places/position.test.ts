import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptPosition, metresBetween, type Place } from './position.ts'

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const place = fc.record({ latitude: degrees(90), longitude: degrees(180) })

const at = (longitude: number) => ({ latitude: 0, longitude })
const otherSide: [Place, Place, Place] = [at(-179.99999790869023), at(0), at(-1.42e-7)]

test('distances are those of a map: the same both ways, none to itself, and no detour is shorter', () => {
  fc.assert(
    fc.property(place, place, place, (one, other, third) => {
      const apart = metresBetween(one, other)
      expect(apart).toBeCloseTo(metresBetween(other, one), 3)
      expect(metresBetween(one, one)).toBe(0)
      expect(apart).toBeLessThanOrEqual(metresBetween(one, third) + metresBetween(third, other) + 0.01)
    }),
    // Almost on the other side of the earth, where rounding was a tenth of a metre.
    { examples: [otherSide] },
  )
  const leeds = { latitude: 53.7946, longitude: -1.5478 }
  const york = { latitude: 53.958, longitude: -1.0934 }
  expect(metresBetween(leeds, york) / 1_000).toBeCloseTo(34.9, 0)
})

test('a position is kept in whole metres and without a zero that is negative', () => {
  expect(keptPosition({ latitude: -0.000_001, longitude: 1.234_567_8, accuracy: 0.2 })).toEqual({
    latitude: 0,
    longitude: 1.23457,
    accuracy: 1,
  })
  expect(keptPosition({ latitude: 0, longitude: 0, accuracy: 5e9 }).accuracy).toBe(999_999)
})
