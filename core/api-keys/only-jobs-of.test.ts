import { expect, test } from 'vitest'
import { ownedSince } from './only-jobs-of.ts'

const referred = (...agencies: (string | undefined)[]) =>
  agencies.map((agency, nth) => ({ seq: (nth + 1) * 10, agency }))

test('a job is an agency’s from its beginning, also if nobody’s was named at first', () => {
  expect(ownedSince(referred('Aire Valley'), 'aire valley')).toBe(0)
  expect(ownedSince(referred('', undefined, 'Aire Valley', undefined), 'Aire Valley')).toBe(0)
})

test('a job that was another’s is an agency’s from the event that gave it to them', () => {
  expect(ownedSince(referred('Calder', 'Aire Valley', undefined), 'Aire Valley')).toBe(20)
  expect(ownedSince(referred('Calder', '', 'Aire Valley'), 'Aire Valley')).toBe(30)
  expect(ownedSince(referred('Aire Valley', 'Calder', 'Aire Valley'), 'Aire Valley')).toBe(30)
})

test('a job that is nobody’s or another’s now is not an agency’s', () => {
  expect(ownedSince([], 'Aire Valley')).toBeUndefined()
  expect(ownedSince(referred('Aire Valley', 'Calder'), 'Aire Valley')).toBeUndefined()
  expect(ownedSince(referred('Aire Valley', ''), 'Aire Valley')).toBeUndefined()
  expect(ownedSince(referred('Aire Valley Homes'), 'Aire Valley')).toBeUndefined()
})
