import { expect, test, vi } from 'vitest'
import { keptFor } from './kept-for.ts'

test('callers at the same moment, and those of the second after, share one result', async () => {
  vi.useFakeTimers()
  try {
    let computed = 0
    const read = keptFor(1_000, async () => {
      computed += 1
      return computed
    })
    expect(await Promise.all(Array.from({ length: 30 }, read))).toEqual(Array.from({ length: 30 }, () => 1))
    await vi.advanceTimersByTimeAsync(999)
    expect(await read()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await read()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a failure is not kept', async () => {
  const read = keptFor(
    1_000,
    vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no database')).mockResolvedValueOnce('figures'),
  )
  await expect(Promise.all([read(), read()])).rejects.toThrow('no database')
  expect(await read()).toBe('figures')
})
