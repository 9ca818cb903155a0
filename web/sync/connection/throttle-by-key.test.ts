import { afterEach, expect, test, vi } from 'vitest'
import { throttleByKey } from './throttle-by-key.ts'

afterEach(() => void vi.useRealTimers())

test('work requested without a pause still runs, once per interval and separately for each key', () => {
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
