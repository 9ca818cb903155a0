import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spaced } from './spaced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('callers go on one by one with time between them, and too many are told to come again', async () => {
  const enter = spaced(20, 2)
  let entered = 0
  const three = Array.from({ length: 3 }, async () => {
    await enter()
    entered += 1
  })
  expect(enter).toThrow(expect.objectContaining({ status: 429, headers: { 'Retry-After': '5' } }))
  for (const [milliseconds, many] of [
    [0, 1],
    [19, 1],
    [1, 2],
    [19, 2],
    [1, 3],
  ] as const) {
    await vi.advanceTimersByTimeAsync(milliseconds)
    expect(entered).toBe(many)
  }
  await Promise.all(three)
})
