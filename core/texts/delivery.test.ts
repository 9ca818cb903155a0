import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterTry, patience, type TextOutcome, whyNotSent } from './delivery.ts'

const now = Date.UTC(2026, 10, 20, 10, 42)
const after = (outcome: TextOutcome, tries = 1, since = now) => afterTry(outcome, { tries, since }, now, 0.5)

test('what a gateway accepts is sent, what it refuses is given up, and what may be accepted later is tried again', () => {
  for (const status of [200, 201, 202, 204]) expect(after({ status })).toEqual({ state: 'sent' })
  for (const status of [301, 307, 400, 401, 403, 404, 409, 410, 422])
    expect(after({ status })).toEqual({ state: 'failed' })
  for (const outcome of [{ status: 408 }, { status: 429 }, { status: 500 }, { status: 503 }, { failure: 'timeout' }])
    expect(after(outcome)).toEqual({ state: 'waiting', next: now + 5_000 })
})

test('pauses grow up to an hour, some shorter than others, and after a day it is given up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
      const pauseOf = (often: number) => {
        const next = afterTry({ status: 503 }, { tries: often, since: now }, now, chance)
        return 'next' in next ? next.next - now : 0
      }
      expect(pauseOf(tries)).toBeGreaterThanOrEqual(4_000)
      expect(pauseOf(tries)).toBeLessThanOrEqual(72 * 60_000)
      expect(pauseOf(tries + 1)).toBeGreaterThanOrEqual(pauseOf(tries))
    }),
  )
  expect(after({ status: 503 }, 9, now - patience)).toEqual({ state: 'failed' })
})

test('why a text was not sent is said in a sentence', () => {
  for (const one of [{ status: 302 }, { status: 401 }, { status: 422 }, { status: 502 }, { failure: 'cut-off' }, {}])
    expect(whyNotSent(one)).toMatch(/^[A-Z].+\.$/)
  expect(whyNotSent({ failure: 'something new' })).toBe('It couldn’t be sent.')
})
