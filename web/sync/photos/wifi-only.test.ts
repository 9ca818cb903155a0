import { expect, test } from 'vitest'
import { isHeldForWifi, lineOf } from './wifi-only.ts'

const connection = (type?: string) => Object.assign(new EventTarget(), type === undefined ? {} : { type })

test('photos wait only on mobile data, and only where that was chosen', () => {
  const now = { chosen: true, line: lineOf(connection('cellular')), anyway: false }
  expect(isHeldForWifi(now)).toBe(true)
  expect(isHeldForWifi({ ...now, anyway: true })).toBe(false)
  expect(isHeldForWifi({ ...now, chosen: false })).toBe(false)
  expect(isHeldForWifi({ ...now, line: lineOf(connection('wifi')) })).toBe(false)
})

test('a browser that does not tell its line holds nothing back', () => {
  for (const told of [undefined, connection(), connection('unknown')]) expect(lineOf(told)).toBeUndefined()
  expect(isHeldForWifi({ chosen: true, line: undefined, anyway: false })).toBe(false)
})
