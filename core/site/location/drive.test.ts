import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutesToDrive } from './drive.ts'

const leeds = { latitude: 53.7946, longitude: -1.5478 }
const bradford = { latitude: 53.792, longitude: -1.754 }
const london = { latitude: 51.5074, longitude: -0.1278 }

test('a drive across a town, to the next one, and across the country', () => {
  expect(minutesToDrive(leeds, { latitude: 53.814, longitude: -1.535 })).toBe(10)
  expect(minutesToDrive(leeds, bradford)).toBe(35)
  expect(minutesToDrive(leeds, london)).toBe(255)
})

test('nobody drives to the next house', () => {
  expect(minutesToDrive(leeds, leeds)).toBeUndefined()
  expect(minutesToDrive(leeds, { latitude: 53.7965, longitude: -1.5478 })).toBeUndefined()
})

const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('is a multiple of five minutes, and as long on the way back', () => {
  fc.assert(
    fc.property(place, place, (from, to) => {
      const minutes = minutesToDrive(from, to)
      expect((minutes ?? 0) % 5).toBe(0)
      expect(Math.abs((minutes ?? 0) - (minutesToDrive(to, from) ?? 0))).toBeLessThanOrEqual(5)
    }),
  )
})
