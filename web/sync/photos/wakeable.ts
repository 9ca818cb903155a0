/**
 * The outcome of one step of work: `idle` if there is nothing to do until woken, `failed` if a pause is due that grows with each
 * failure, `cut` if something was done before it failed.
 */
export type Step = 'done' | 'idle' | 'failed' | 'cut'
export type Wakeable = { wake(): void; stop(): void }

/** Work that is done step by step until it is idle, and again when woken. A wake ends a pause. */
export function wakeable(step: () => Promise<Step>, pause: (failures: number) => number): Wakeable {
  let running = false
  let woken = false
  let stopped = false
  let endPause: (() => void) | undefined

  async function run() {
    let failures = 0
    while (!stopped) {
      woken = false
      const outcome = await step().catch((error: unknown): Step => {
        console.error('Photos could not be processed', error)
        return 'failed'
      })
      if (outcome === 'idle') return
      if (outcome === 'done') failures = 0
      else failures = outcome === 'cut' ? 1 : failures + 1
      if (failures > 0) await paused(pause(failures))
    }
  }

  function paused(milliseconds: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    endPause = () => {
      clearTimeout(timer)
      resolve()
    }
    return promise
  }

  function wake() {
    woken = true
    endPause?.()
    if (running || stopped) return
    running = true
    void run().finally(() => {
      running = false
      if (woken) wake()
    })
  }

  return {
    wake,
    stop() {
      stopped = true
      endPause?.()
    },
  }
}
