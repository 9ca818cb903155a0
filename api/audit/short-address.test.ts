import { expect, test } from 'vitest'
import { shortAddress } from './short-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.x'],
  ['::ffff:192.0.2.7', '192.0.2.x'],
  ['2001:db8:7:1::5', '2001:db8:7:x'],
  ['::1', '0:0:0:x'],
  ['', ''],
  ['unknown', ''],
])('the address %s is shown as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown)
})
