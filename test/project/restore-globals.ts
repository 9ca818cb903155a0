import { afterAll, vi } from 'vitest'

// The next test file in this process must find the real clock and globals. Vitest restores spies automatically.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
