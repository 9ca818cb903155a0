import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionWords } from '#core/model/places/position.ts'
import { positionText } from './no-access.ts'

test('any place on earth is written as the record accepts it', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    accuracy: fc.double({ min: 0, max: 50_000_000, noNaN: true }),
  })
  fc.assert(
    fc.property(place, (one) => {
      expect(positionWords(one)).toMatch(positionText)
    }),
  )
  expect(positionWords({ latitude: 53.794_601, longitude: -1.5478, accuracy: 19.6 })).toBe('53.79460, -1.54780 ±20 m')
})
