import pg from 'pg'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { reportCountsInMemory } from '#api/services/counts-in-memory.ts'
import { quietLogger } from '#test/warnings/warnings.ts'
import { addressBlock, storedLimiter } from './rate-limits.ts'

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

test('a count that the database does not take is counted in memory and reported; the deletion of old counts is not', async () => {
  vi.useFakeTimers()
  const ended = new pg.Pool()
  await ended.end()
  const metrics = new Registry()
  reportCountsInMemory(ended, { metrics, logger: quietLogger() })
  const deleting = vi.spyOn(ended, 'query')
  const limiter = storedLimiter(ended, 'tries', 1, 60)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(deleting).toHaveBeenCalled()
  const reported = async () => (await metrics.getSingleMetric('fettle_limits_in_memory_total')?.get())?.values[0]?.value
  expect(await reported()).toBe(0)
  await limiter.consume('somebody')
  await expect(limiter.consume('somebody')).rejects.toMatchObject({ consumedPoints: 2 })
  expect(await reported()).toBe(2)
  vi.useRealTimers()
})
