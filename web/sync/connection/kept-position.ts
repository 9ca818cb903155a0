import type { CatchUpRequest, SyncPosition } from '#core/wire/push.ts'
import { keepPosition, keptPosition, oldestKept } from '#web/sync/device/device-reads.ts'
import { throttleByKey } from './throttle-by-key.ts'

/** In milliseconds. A position that is too old only repeats pushes. */
const savedEvery = 3_000

/** Saves the position of this device once its stored jobs include every push up to there. `current` is where the tab is. */
export function trackKeptPosition(current: () => SyncPosition | undefined) {
  let applied: Promise<unknown> = Promise.resolve()
  const save = throttleByKey(savedEvery, async () => {
    const position = current()
    await applied
    if (position) await keepPosition(position)
  })
  return {
    /** Call with the work of each push, in their order, and when the gap before them is closed. */
    moved(work: Promise<void> = Promise.resolve()) {
      applied = Promise.all([applied, work])
      save('position', undefined)
    },
  }
}

/**
 * Where to resume after a restart: the position of the jobs on this device, or the oldest answer read since if that is behind.
 * Without a position, as after a page that was closed before it had one, that of the oldest of these jobs.
 */
export async function resumeFromKept(
  epoch: number,
  oldestSeq: number,
): Promise<{ from: CatchUpRequest; isPosition: boolean }> {
  const kept = await keptPosition()
  if (kept?.epoch !== epoch) {
    const seq = Math.min(oldestSeq, (await oldestKept(['job'])) ?? oldestSeq)
    return { from: { epoch, seq }, isPosition: false }
  }
  const reached = Object.entries(kept.reached).map(
    ([name, one]) => [name, { ...one, seq: Math.min(one.seq, oldestSeq) }] as const,
  )
  return { from: { epoch, reached: Object.fromEntries(reached) }, isPosition: true }
}
