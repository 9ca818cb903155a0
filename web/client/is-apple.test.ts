import { expect, test } from 'vitest'
import { isApple } from './is-apple.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'

test('iPhones and iPads are distinguished from Macs and Androids', () => {
  expect(isApple({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', maxTouchPoints: 5 })).toBe(true)
  expect(isApple({ userAgent: mac, maxTouchPoints: 5 })).toBe(true)
  expect(isApple({ userAgent: mac, maxTouchPoints: 0 })).toBe(false)
  expect(isApple({ userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/153 Mobile', maxTouchPoints: 5 })).toBe(false)
})
