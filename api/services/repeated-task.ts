import { setTimeout as sleep } from 'node:timers/promises'

/** A task that runs again and again; `stop` ends its pause and waits for the run in progress. */
export type RepeatedTask = { stop(): Promise<void> }

/** Pauses in milliseconds: after each run, and before the first one. */
type Schedule = { every: number; firstAfter?: number; onFault(error: unknown): void }

/** Runs work, pauses and runs it again until stopped. A run that fails goes to `onFault`; the next one is its retry. */
export function repeatUntilStopped(
  { every, firstAfter = 0, onFault }: Schedule,
  work: (signal: AbortSignal) => Promise<unknown>,
): RepeatedTask {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (time: number) => sleep(time, undefined, { signal }).catch(() => undefined)
  const repeat = async () => {
    if (firstAfter > 0) await pause(firstAfter)
    while (!signal.aborted) {
      await work(signal).catch(onFault)
      await pause(every)
    }
  }
  const repeating = repeat()
  return {
    async stop() {
      stopping.abort()
      await repeating
    },
  }
}
