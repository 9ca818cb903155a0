/** Milliseconds. */
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** The pauses before each further try of a delivery; the last is repeated. */
const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour]
/** How much of a pause is left to chance, so that many deliveries that failed together are not tried again together. */
const jitter = 0.4

/** For so long a delivery is tried again, and a webhook may fail before it turns off. */
export const patience = 72 * hour
/** Deliveries are kept for so many days. */
export const daysKept = 30

/** What came of a try: the status of the answer, or why there was none. */
export type Outcome = { status: number } | { failure: SendFailure }

/** Why nothing was sent, or no answer came. */
export type SendFailure =
  | 'address-not-public'
  | 'not-https'
  | 'host-not-found'
  | 'not-connected'
  | 'certificate'
  | 'timeout'
  | 'cut-off'
  | 'secret-unreadable'
  | 'not-visible'

export const isDelivered = (outcome: Outcome) => 'status' in outcome && outcome.status >= 200 && outcome.status < 300

/** Whether the receiver says that it is gone for good. */
export const isGone = (outcome: Outcome) => 'status' in outcome && outcome.status === 410

/** Whether another try can help. */
const mayHelp = (outcome: Outcome) => !('failure' in outcome && outcome.failure === 'not-visible')

/**
 * When a delivery is tried again that has failed so often, in milliseconds since 1970; undefined if it is given up. `since` is when it was
 * queued, or last asked for. `chance` is from 0 to 1.
 */
export function nextTry(
  { tries, since }: { tries: number; since: number },
  outcome: Outcome,
  now: number,
  chance: number,
): number | undefined {
  if (now - since >= patience || !mayHelp(outcome)) return undefined
  const pause = pauses[Math.min(tries, pauses.length) - 1] ?? second
  return now + Math.round(pause * (1 - jitter / 2 + jitter * chance))
}

/** How a webhook stands: since when each try has failed, and why it is off. */
export type Health = { failingSince?: number | undefined; off?: 'failing' | 'gone' | undefined }

/** How a webhook stands after one more try. It turns off once nothing has arrived for days, or when its receiver is gone. */
export function healthAfter({ failingSince }: Health, outcome: Outcome, now: number): Health {
  if (isDelivered(outcome)) return {}
  const since = failingSince ?? now
  if (isGone(outcome)) return { failingSince: since, off: 'gone' }
  return now - since >= patience ? { failingSince: since, off: 'failing' } : { failingSince: since }
}

/** How long every attempt must have failed before new deliveries are held back. */
const heldBackAfter = minute
/** How often a new delivery is attempted while they are held back. */
const probeEvery = minute
/** A delivery that has been attempted more often than this is an old one: its retries hold back nothing. */
export const mostTriesOfNew = 3

/**
 * While a receiver accepts nothing, new deliveries are limited to one a minute, on top of retries. Returns the instant, in milliseconds
 * since 1970, since when no new one may have been attempted; undefined if nothing is held back. A receiver that only refuses some of
 * its deliveries gets the others at once.
 */
export function quietSince(
  { failingSince, deliveredAt }: Health & { deliveredAt?: number | undefined },
  now: number,
): number | undefined {
  if (failingSince === undefined) return undefined
  return now - Math.max(failingSince, deliveredAt ?? 0) >= heldBackAfter ? now - probeEvery : undefined
}

/** In milliseconds: deliveries are signed with a webhook's earlier secret as well, so that its receiver can be told the new one. */
export const bothSecretsFor = 24 * 3_600_000
