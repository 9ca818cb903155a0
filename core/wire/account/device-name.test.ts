import { expect, test } from 'vitest'
import { deviceName, isPhone } from './device-name.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1'

test.each([
  [`${windows} Safari/537.36`, 'Chrome on Windows'],
  [`${windows} Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [iphone, 'Safari on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Mac'],
  ['curl/8.5.0', 'Another program'],
])('a device is named by its browser and system: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('phones are distinguished from computers', () => {
  expect(isPhone(iphone)).toBe(true)
  expect(isPhone(windows)).toBe(false)
})
