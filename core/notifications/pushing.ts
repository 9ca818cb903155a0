import { dueAt } from './delays.ts'
import type { Notices } from './settings.ts'

const hour = 3_600_000

/** Milliseconds for which a push is tried; a push service keeps it as long for a phone that is off. Later it is no news. */
export const patience = 24 * hour
/** The pauses between tries, in milliseconds; the last is repeated. */
const pauses = [10_000, 60_000, 300_000, hour / 2, hour]

/** What is to be pushed. */
type Waiting = {
  at: string
  settlesAt: string
  /** Whether the person has it as it is now. */
  isSent: boolean
  /** Whether they were sent anything of it. */
  wasSent: boolean
  /** Whether it was read in Fettle. */
  isRead: boolean
  /** Whether anything is left of it that they want to hear by push. */
  isWanted: boolean
}

/** What is to be done with it now: `wait` until an instant, in milliseconds since 1970. */
export type PushPlan = 'send' | 'drop' | { wait: number }

/** `notices` is how the person is told; undefined if they have left. */
export function pushPlan(one: Waiting, notices: Notices | undefined, zone: string, now: string): PushPlan {
  if (!notices || one.isRead) return 'drop'
  const settles = Date.parse(one.settlesAt)
  if (one.isSent) return settles <= Date.parse(now) ? 'drop' : { wait: settles }
  // What was shown is taken back, or shown as it is now, even if nothing of it is wanted any more.
  if (!one.isWanted && !one.wasSent) return 'drop'
  const due = Date.parse(dueAt({ way: 'push', at: one.at }, notices, zone, now))
  return due <= Date.parse(now) ? 'send' : { wait: due }
}

/** When a push that failed so often is tried again, in milliseconds since 1970; undefined if it is given up. */
export function nextPush({ tries, at }: { tries: number; at: string }, now: number): number | undefined {
  if (now - Date.parse(at) >= patience) return undefined
  return now + (pauses[Math.min(tries, pauses.length) - 1] ?? 0)
}
