import type { CommandResult } from '#core/wire/commands.ts'
import { nextDue, sendable } from './held-deletions.ts'
import type { Entry, Queue } from './outbox.ts'

/** What came of sending: answers, no way through for now, a session to wait for, or a whole request that was turned down. */
export type SendOutcome =
  | { results: readonly CommandResult[] }
  | { failed: 'unreachable' | 'signed-out' }
  | { failed: 'rejected'; error: string }

export type SenderDependencies = {
  read(): Promise<Queue>
  send(entries: readonly Entry[]): Promise<SendOutcome>
  answer(results: readonly CommandResult[]): Promise<void>
  /** Called after each attempt to send: whether it reached the server. */
  onReachable(reachable: boolean): void
  /** Runs the work while no other tab runs it. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Milliseconds before the next attempt after this many failures in a row. */
  pause(failures: number): number
}

export type Sender = { wake(): void; stop(): void }

const mostAtOnce = 100

/**
 * Sends what waits, in order, until nothing does, and what is held when its time has come; tries again after a pause when
 * the server could not be reached, and at once when woken.
 */
export function createSender(deps: SenderDependencies): Sender {
  let running = false
  let stopped = false
  let wokenMeanwhile = false
  let endPause: (() => void) | undefined
  let due: ReturnType<typeof setTimeout> | undefined

  async function run() {
    let failures = 0
    let batch = mostAtOnce
    while (!stopped) {
      wokenMeanwhile = false
      const outcome = await attempt(batch)
      if (outcome === 'nothing' || outcome === 'signed-out') {
        if (wokenMeanwhile) continue
        break
      }
      if (outcome === 'turned-down') batch = 1
      deps.onReachable(outcome !== 'unreachable')
      failures = outcome === 'unreachable' ? failures + 1 : 0
      if (outcome === 'unreachable') await pause(deps.pause(failures))
    }
    // In the same step in which it ends: whoever wakes it a moment later must find that it does not run.
    running = false
  }

  /** Sends once. A fault is no reason to send no more. */
  async function attempt(batch: number) {
    const now = Date.now()
    try {
      const outcome = await deps.alone(() => sendNext(deps, batch))
      if (outcome === 'nothing') await wakeWhenDue(now)
      return outcome
    } catch (error) {
      console.error('Changes could not be sent', error)
      return 'unreachable'
    }
  }

  /** A held command is sent when its time has come. */
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
    wokenMeanwhile = true
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

/** Half a second, doubled at each failure up to half a minute, with a fifth of chance so that devices do not come together. */
export const backoff = (failures: number) =>
  Math.min(30_000, 500 * 2 ** Math.min(failures, 10)) * (0.9 + Math.random() / 5)

async function sendNext(deps: SenderDependencies, most: number) {
  // The time before the queue: what is taken back is out of it by the time that its own time has come.
  const now = Date.now()
  // Read again under the lock: another tab may have sent some meanwhile.
  const batch = sendable(await deps.read(), now).slice(0, most)
  const [first] = batch
  if (!first) return 'nothing'
  const outcome = await deps.send(batch)
  if ('results' in outcome) {
    await deps.answer(outcome.results)
    const spoken = new Set(outcome.results.map((one) => one.commandId))
    return batch.some((one) => spoken.has(one.commandId)) ? 'sent' : 'unreachable'
  }
  if (outcome.failed !== 'rejected') return outcome.failed
  // One command that cannot even be read must not hold up the rest: they go one by one, and it alone is refused.
  if (batch.length > 1) return 'turned-down'
  await deps.answer([{ commandId: first.commandId, status: 'refused', error: outcome.error }])
  return 'sent'
}
