import { nameOutdated } from './device-reads.ts'

/** In a row; where pushes come faster than answers, a screen must not wait for the last of them. */
const mostReads = 4

/**
 * Reads again while an answer is older than what has been `pushed` meanwhile: a push that arrives during a request finds nothing
 * to update. An answer that has come no further is one kept on this device.
 */
export async function readPastPushes<Answer extends { seq: number }>(
  key: readonly unknown[],
  pushed: () => number,
  read: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await read()
  for (let reads = 1; answer.seq < pushed(); reads += 1) {
    if (reads === mostReads) {
      nameOutdated(key)
      return answer
    }
    const next = await read()
    if (next.seq <= answer.seq) return next
    answer = next
  }
  return answer
}
