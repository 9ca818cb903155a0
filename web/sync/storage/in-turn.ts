/**
 * Runs work in one tab at a time. A frozen tab keeps its lock, so that after `patience` milliseconds the work is done without it:
 * it must be harmless if two tabs do it. Web Locks also need a secure context.
 */
export const inTurn =
  (name: string, patience: number) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    if (typeof navigator.locks === 'undefined') return work()
    const signal = AbortSignal.timeout(patience)
    let started = false
    try {
      return await navigator.locks.request(name, { signal }, () => {
        started = true
        return work()
      })
    } catch (error) {
      if (started || !signal.aborted) throw error
      return work()
    }
  }
