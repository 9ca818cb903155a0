import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Health, healthAfter, nextTry, type Outcome, patience, quietSince } from './delivery.ts'

const refusing: Outcome = { status: 503 }
const now = Date.UTC(2026, 10, 20, 10, 42)
const minute = 60_000

test('a delivery is tried again after pauses that grow, some sooner than others, until three days are over', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
      const pause = (nextTry({ tries, since: now }, refusing, now, chance) ?? 0) - now
      const longer = (nextTry({ tries: tries + 3, since: now }, refusing, now, chance) ?? 0) - now
      expect(pause).toBeGreaterThanOrEqual(4_000)
      expect(pause).toBeLessThanOrEqual(5 * 60 * minute)
      expect(longer).toBeGreaterThanOrEqual(pause)
      expect(nextTry({ tries, since: now - patience }, refusing, now, chance)).toBeUndefined()
    }),
  )
  const first = [0, 0.5, 1].map((chance) => (nextTry({ tries: 1, since: now }, refusing, now, chance) ?? 0) - now)
  expect(first).toEqual([4_000, 5_000, 6_000])
})

test('what its audience may not see any more is not tried again', () => {
  expect(nextTry({ tries: 1, since: now }, { failure: 'not-visible' }, now, 0)).toBeUndefined()
  expect(nextTry({ tries: 1, since: now }, { failure: 'timeout' }, now, 0)).toBeDefined()
})

test('a webhook turns off when nothing has arrived for three days, and at once when its receiver is gone', () => {
  const steps: [Outcome, number][] = [
    [refusing, now],
    [{ failure: 'timeout' }, now + patience - minute],
    [{ status: 302 }, now + patience],
  ]
  const off = steps.map(
    (
      (health: Health) =>
      ([outcome, at]) => {
        health = healthAfter(health, outcome, at)
        return health.off
      }
    )({}),
  )
  expect(off).toEqual([undefined, undefined, 'failing'])
  expect(healthAfter({}, { status: 410 }, now).off).toBe('gone')
})

test('new deliveries are held back once nothing has arrived for a minute, and one is attempted once a minute', () => {
  expect(quietSince({}, now)).toBeUndefined()
  expect(quietSince({ failingSince: now - minute + 1 }, now)).toBeUndefined()
  expect(quietSince({ failingSince: now - minute }, now)).toBe(now - minute)
  const refusesSome = { failingSince: now - 5 * minute, deliveredAt: now - minute + 1 }
  expect(quietSince(refusesSome, now)).toBeUndefined()
  expect(quietSince({ ...refusesSome, deliveredAt: now - 2 * minute }, now)).toBe(now - minute)
})

test('one delivery that arrives begins the three days again', () => {
  const failing = healthAfter({}, refusing, now)
  expect(healthAfter(failing, { status: 204 }, now + patience)).toEqual({})
  expect(healthAfter({}, refusing, now + patience)).toEqual({ failingSince: now + patience })
})
