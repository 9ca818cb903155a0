import type { CommandResult } from '#core/wire/commands.ts'
import { failingSubjects } from './failing-subjects.ts'
import { nextDue, sendable } from './held-deletions.ts'
import { type Entry, idsOf, type Queue } from './outbox.ts'

/** The outcome of sending: results, server unreachable or failing, no session that may send, or the whole request rejected. */
export type SendOutcome =
  | { results: readonly CommandResult[] }
  | { failed: 'unreachable' | 'signed-out' }
  | { failed: 'failing' | 'rejected'; error: string }

export type SenderDependencies = {
  read(): Promise<Queue>
  send(entries: readonly Entry[]): Promise<SendOutcome>
  answer(results: readonly CommandResult[], sent: readonly Entry[]): Promise<void>
  /** Combines the statements that are about to be sent for the first time; see statements.ts. */
  finalise(commandIds: readonly string[]): Promise<void>
  /** Sets a command aside that the server fails to process. */
  park(commandId: string, reason: string): Promise<void>
  /** Called after each attempt to send: the subjects on which the server has failed often. */
  onFailing(subjects: readonly string[]): void
  /** Called after each attempt to send: whether it reached the server. */
  onReachable(reachable: boolean): void
  /** Runs the work in one tab at a time, as far as possible. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Milliseconds before the next attempt after this many failures in a row. */
  pause(failures: number): number
}

export type Sender = { wake(): void; stop(): void }

const maxBatch = 100
/** Failures in a row that ask for no pause: the failing command is being looked for. */
const unpaused = 2

/**
 * Sends waiting commands in order until none are left, and held ones when they are due. Retries after a pause if the server
 * could not be reached, or at once when woken.
 */
export function createSender(deps: SenderDependencies): Sender {
  const failing = failingSubjects()
  let running = false
  let stopped = false
  let wokenAgain = false
  let endPause: (() => void) | undefined
  let due: ReturnType<typeof setTimeout> | undefined

  async function run() {
    let failures = 0
    let batch = maxBatch
    while (!stopped) {
      wokenAgain = false
      const outcome = await attempt(batch)
      if (outcome === 'nothing' || outcome === 'signed-out') {
        if (wokenAgain) continue
        break
      }
      if (outcome === 'rejected-batch') batch = 1
      failures = outcome === 'unreachable' || outcome === 'failing' ? failures + 1 : 0
      const isSearching = outcome === 'failing' && failures <= unpaused
      if (!isSearching) deps.onReachable(failures === 0)
      if (failures > 0 && !isSearching) await pause(deps.pause(failures))
    }
    // Synchronously with the end of the loop, so that a later wake starts it again.
    running = false
  }

  /** Sends once. An unexpected error does not stop later attempts. */
  async function attempt(batch: number) {
    const now = Date.now()
    try {
      const outcome = await deps.alone(() => sendNext(batch))
      deps.onFailing(failing.often())
      // After a failure too: what is due during the pause must not wait for its end.
      await wakeWhenDue(now)
      return outcome
    } catch (error) {
      console.error('Changes are not sent', error)
      return 'unreachable'
    }
  }

  async function sendNext(most: number) {
    // Read the time before the queue: a command undone before it was due has then left the queue.
    const now = Date.now()
    // Read under the lock: another tab may have sent some in the meantime.
    const ready = await finalOf(sendable(await deps.read(), now), now)
    const batch = failing.nextOf(ready, most)
    const [first] = batch
    if (!first) return 'nothing'
    const outcome = await deps.send(batch)
    if ('results' in outcome) {
      failing.passed(batch)
      await deps.answer(outcome.results, batch)
      const answered = new Set(outcome.results.map((one) => one.commandId))
      return batch.some((one) => answered.has(one.commandId)) ? 'sent' : 'unreachable'
    }
    if (outcome.failed === 'failing') {
      const stuck = failing.failed(batch)
      if (!stuck) return 'failing'
      await deps.park(stuck.commandId, outcome.error)
      return 'parked'
    }
    if (outcome.failed !== 'rejected') return outcome.failed
    // One unreadable command must not hold up the rest: they go one by one, and only it is refused.
    if (batch.length > 1) return 'rejected-batch'
    failing.passed(batch)
    await deps.answer([{ commandId: first.commandId, status: 'refused', error: outcome.error }], batch)
    return 'sent'
  }

  /** The commands as they are to be sent: once some may have arrived, no later statement can replace them. */
  async function finalOf(ready: Queue, now: number) {
    const revisable = ready.filter((one) => one.isRevisable)
    if (revisable.length === 0) return ready
    await deps.finalise(idsOf(revisable))
    return sendable(await deps.read(), now)
  }

  /** Schedules a wake-up for the next held command. */
  const wakeWhenDue = async (since: number) => {
    const at = nextDue(await deps.read(), since)
    clearTimeout(due)
    if (at !== undefined && !stopped) due = setTimeout(wake, at - Date.now())
  }
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const wake = () => {
    wokenAgain = true
    endPause?.()
    if (running || stopped) return
    running = true
    void run()
  }
  const stop = () => {
    stopped = true
    clearTimeout(due)
    endPause?.()
  }
  return { wake, stop }
}

/** Exponential backoff from 500 ms to 30 s, with 20% jitter so that devices do not retry together; in milliseconds. */
export const backoff = (failures: number) =>
  Math.min(30_000, 500 * 2 ** Math.min(failures, 10)) * (0.9 + Math.random() / 5)
