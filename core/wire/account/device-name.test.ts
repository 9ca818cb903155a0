import { expect, test } from 'vitest'
import { deviceKind, deviceName } from './device-name.ts'

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

const android = 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  [iphone, 'phone'],
  [`${android} Mobile Safari/537.36`, 'phone'],
  ['Mozilla/5.0 (Android 16; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'phone'],
  [`${android} Safari/537.36`, 'tablet'],
  [
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1',
    'tablet',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 'laptop'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'laptop'],
  [`${windows} Safari/537.36`, 'computer'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36', 'computer'],
  ['', 'computer'],
])('phones, tablets, laptops and other computers are told apart: %s', (userAgent, kind) => {
  expect(deviceKind(userAgent)).toBe(kind)
})
