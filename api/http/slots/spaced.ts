import pLimit from 'p-limit'
import { busy } from './company-lines.ts'
import { shortReads } from './short-reads.ts'

/**
 * Lets callers go on one by one, so many milliseconds apart, so that those who ask without pause wait for each other and not everybody
 * for them. The returned function throws a 429 if `mostWaiting` wait already.
 */
export function spaced(milliseconds: number, mostWaiting: number): () => Promise<void> {
  const line = pLimit(1)
  return () => {
    if (line.pendingCount >= mostWaiting) throw busy(shortReads.error, shortReads.code)
    const { promise, resolve } = Promise.withResolvers<void>()
    void line(() => {
      resolve()
      return new Promise((goOn) => void setTimeout(goOn, milliseconds))
    })
    return promise
  }
}
