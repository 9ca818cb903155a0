import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceWords } from './distance-words.ts'
import { metresFrom, nearOf, nearText, placeOfNear } from './near.ts'

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const place = fc.record({ latitude: degrees(90), longitude: degrees(180) })

test('where somebody is leaves the device to about 100 metres', () => {
  fc.assert(
    fc.property(place, (one) => {
      const near = nearOf(one)
      expect(near).toMatch(nearText)
      expect(near).not.toMatch(/\.\d{4}/)
      const { latitude, longitude } = placeOfNear(near)
      expect(Math.abs(latitude - one.latitude)).toBeLessThan(0.000_51)
      expect(Math.abs(longitude - one.longitude)).toBeLessThan(0.000_51)
      expect(metresFrom(near, one)).toBeLessThan(80)
    }),
  )
  expect(nearOf({ latitude: 53.794_601, longitude: -1.547_49 })).toBe('53.795,-1.547')
  expect(nearOf({ latitude: -0.000_1, longitude: 180 })).toBe('0,180')
})

test.each(['53.7946,-1.548', '90.001,0', '91,0', '0,180.5', '0,181', '53.795', '53.795, -1.548', 'x,y', '1e1,0', ''])(
  '%s is no place',
  (given) => {
    expect(given).not.toMatch(nearText)
  },
)

const miles = (count: number) => count * 1_609.344

test.each([
  [0, 'Within 100 yards'],
  [91, 'Within 100 yards'],
  [92, '100 yards'],
  [140, '150 yards'],
  [402, '450 yards'],
  [403, '0.3 miles'],
  [miles(0.6), '0.6 miles'],
  [miles(1.04), '1 mile'],
  [miles(2.25), '2.3 miles'],
  [miles(9.94), '9.9 miles'],
  [miles(9.97), '10 miles'],
  [miles(12.4), '12 miles'],
  [miles(1_200), '1,200 miles'],
])('%i metres are %s', (metres, words) => {
  expect(distanceWords(metres)).toBe(words)
})

test('what is farther is never said to be nearer', () => {
  const yards = (words: string) => {
    const [count = '0', unit = ''] = words.replace('Within ', '').split(' ')
    return Number(count.replace(',', '')) * (unit.startsWith('mile') ? 1_760 : 1)
  }
  const metres = fc.double({ min: 0, max: 20_000_000, noNaN: true })
  fc.assert(
    fc.property(metres, metres, (one, other) => {
      const [nearer, farther] = one < other ? [one, other] : [other, one]
      expect(yards(distanceWords(nearer))).toBeLessThanOrEqual(yards(distanceWords(farther)))
    }),
  )
})
