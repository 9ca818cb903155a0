import { expect, test } from 'vitest'
import type { Moment } from '#web/features/history/history-moments.ts'
import { stopsOf } from './stops.ts'

const moment = (first: number, last = first): Moment => ({ first, last, recordedAt: '2026-11-20T09:00:00.000Z' })

/** Where a step or a move from a chosen version leads; null for now. */
function led(history: Parameters<typeof stopsOf>[0], moments: readonly Moment[], version: number | undefined) {
  const chosen: (number | null)[] = []
  const stops = stopsOf(history, moments, version, (to) => chosen.push(to ?? null))
  const after = (act: () => void) => {
    act()
    return chosen.at(-1)
  }
  return { ...stops, after }
}

test('the slider of a whole history has a place for each change', () => {
  const whole = { isWhole: true, lastVersion: 5, later: 0 }
  const moments = [moment(1, 3), moment(4), moment(5)]
  const at = led(whole, moments, 2)
  expect([at.first, at.at, at.now]).toEqual([0, 0, 3])
  expect(at.after(at.later)).toBe(4)
  expect(at.after(() => at.moveTo(3))).toBe(null)
  const now = led(whole, moments, undefined)
  expect([now.at, now.after(now.earlier)]).toEqual([3, 5])
})

test('in a history that was read in part a step leads over whole changes, to pages not read yet and back to now', () => {
  const part = { isWhole: false, lastVersion: 500, later: 0 }
  const newest = [moment(490, 494), moment(495), moment(497, 500)]
  const now = led(part, newest, undefined)
  expect([now.first, now.at, now.now]).toEqual([1, 501, 501])
  expect(now.after(() => now.moveTo(500))).toBe(497)
  // The reader may not see version 496.
  const hidden = led(part, newest, 496)
  expect([hidden.at, hidden.shown]).toEqual([495, newest[1]])
  expect([hidden.after(() => hidden.moveTo(494)), hidden.after(() => hidden.moveTo(496))]).toEqual([490, 497])
  const oldest = led(part, newest, 492)
  expect(oldest.after(() => oldest.moveTo(493))).toBe(489)
  expect(oldest.after(() => oldest.moveTo(12))).toBe(12)
  const last = led(part, newest, 499)
  expect(last.after(last.later)).toBe(null)

  const old = led({ isWhole: false, lastVersion: 500, later: 380, newer: 122 }, [moment(1), moment(110, 120)], 115)
  expect([old.at, old.after(old.later), old.after(old.earlier)]).toEqual([120, 122, 1])
  const first = led({ isWhole: false, lastVersion: 500, later: 499, newer: 2 }, [moment(1)], 1)
  expect([first.at, first.first]).toEqual([1, 1])
})
