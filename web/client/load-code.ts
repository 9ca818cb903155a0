import { create } from 'zustand'

/** In milliseconds. */
const retryDelay = 2_000

/** How many parts of Fettle could not be loaded, although it was tried again; the page works without them. */
export const useMissingCode = create<{ parts: number }>(() => ({ parts: 0 }))

/**
 * Loads code that the page can start without, and retries until it succeeds. Some browsers remember that a script failed, so
 * only a reload helps there: {@link useMissingCode} counts what is still missing after a second attempt.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let failures = 0; ; ) {
    try {
      const code = await load()
      if (failures > 1) useMissingCode.setState(({ parts }) => ({ parts: parts - 1 }))
      return code
    } catch (error) {
      failures += 1
      if (failures === 2) useMissingCode.setState(({ parts }) => ({ parts: parts + 1 }))
      console.error('Part of this screen has not loaded; retrying', error)
      await untilRetry()
    }
  }
}

/** Resolves when the connection is back, or after the retry delay. */
const untilRetry = () =>
  new Promise<void>((resolve) => {
    const retry = () => {
      window.removeEventListener('online', retry)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(retry, retryDelay)
    window.addEventListener('online', retry)
  })
