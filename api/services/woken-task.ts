import type { RepeatedTask } from './repeated-task.ts'

/** A task that runs when it is woken. */
export type WokenTask = RepeatedTask & {
  /** Runs the work, again if it is running, now or after some milliseconds. */
  wake(after?: number): void
}

/**
 * Runs work now, whenever it is woken, and at least every `every` milliseconds in case nobody wakes it; until stopped. A run that
 * fails goes to `onFault`.
 */
export function runWhenWoken(
  { every, onFault }: { every: number; onFault(error: unknown): void },
  work: (signal: AbortSignal) => Promise<unknown>,
): WokenTask {
  const stopping = new AbortController()
  const { signal } = stopping
  const later = new Set<NodeJS.Timeout>()
  let isWoken = false
  let endPause = () => {}
  const wakeNow = () => {
    isWoken = true
    endPause()
  }
  const pause = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    endPause = resolve
    const timer = setTimeout(resolve, every)
    await promise
    clearTimeout(timer)
  }
  const repeat = async () => {
    while (!signal.aborted) {
      isWoken = false
      await work(signal).catch(onFault)
      if (!isWoken && !signal.aborted) await pause()
    }
  }
  const repeating = repeat()
  return {
    wake(after = 0) {
      if (signal.aborted) return
      if (after <= 0) return wakeNow()
      const timer = setTimeout(() => {
        later.delete(timer)
        wakeNow()
      }, after)
      later.add(timer)
    },
    async stop() {
      stopping.abort()
      for (const timer of later) clearTimeout(timer)
      endPause()
      await repeating
    },
  }
}
