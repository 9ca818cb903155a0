import { afterEach, expect, test, vi } from 'vitest'
import { throttleByKey } from './throttle-by-key.ts'

afterEach(() => void vi.useRealTimers())

test('what is asked for again and again without a pause is done all the same, once in a while and each name by itself', () => {
  vi.useFakeTimers()
  const done: string[] = []
  const soon = throttleByKey<string>(5_000, (about) => done.push(about))
  soon('other', 'other')
  for (let second = 0; second < 12; second += 1) {
    soon('settle', 'settle')
    vi.advanceTimersByTime(1_000)
  }
  expect(done).toEqual(['other', 'settle', 'settle'])
})
