import { expect, test } from 'vitest'
import { addressBlock } from './rate-limits.ts'

test('each IPv4 address counts separately, also when it is mapped to IPv6', () => {
  expect(addressBlock('203.0.113.7')).toBe('203.0.113.7')
  expect(addressBlock('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressBlock('203.0.113.8')).not.toBe(addressBlock('203.0.113.7'))
})

test('the IPv6 addresses of one customer count together', () => {
  const one = addressBlock('2001:db8:1234:5600::1')
  expect(addressBlock('2001:db8:1234:56ff:ffff:ffff:ffff:ffff')).toBe(one)
  expect(addressBlock('2001:0DB8:1234:5677::2')).toBe(one)
  expect(addressBlock('2001:db8:1234:5700::1')).not.toBe(one)
})

test.each(['', 'unknown', '1.2.3', 'x'.repeat(1_000)])('invalid addresses all count together: %s', (address) => {
  expect(addressBlock(address)).toBe('unknown')
})
