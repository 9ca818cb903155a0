/** Milliseconds. */
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** The pauses before each further try of a text message; the last is repeated. */
const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour]
/** How much of a pause is left to chance, so that many that failed together are not tried again together. */
const jitter = 0.4

/** For so long a text message is tried again: nobody wants yesterday’s. */
export const patience = 24 * hour
/** Text messages are listed for so many days, which are more than a month has. */
export const daysKept = 62

/** What came of a try: the status of the gateway’s answer, or why there was none. */
export type TextOutcome = { status: number } | { failure: string }

/** What becomes of a text message: it is accepted, given up, or tried again, at a time in milliseconds since 1970. */
export type AfterTry = { state: 'sent' | 'failed' } | { state: 'waiting'; next: number }

/** Answers by which a gateway says that the same may be accepted later. */
const passing = [408, 429]

/**
 * What becomes of a text message that has been tried so often. What a gateway refuses is not sent again, nor what it would have sent
 * elsewhere: its charge may be due each time. `since` is when it was queued, or last asked for. `chance` is from 0 to 1.
 */
export function afterTry(
  outcome: TextOutcome,
  { tries, since }: { tries: number; since: number },
  now: number,
  chance: number,
): AfterTry {
  if ('status' in outcome) {
    const { status } = outcome
    if (status >= 200 && status < 300) return { state: 'sent' }
    if (status < 500 && !passing.includes(status)) return { state: 'failed' }
  }
  if (now - since >= patience) return { state: 'failed' }
  const pause = pauses[Math.min(tries, pauses.length) - 1] ?? second
  return { state: 'waiting', next: now + Math.round(pause * (1 - jitter / 2 + jitter * chance)) }
}

const sentences: Record<string, string> = {
  'address-not-public': 'The gateway’s address leads into a private network.',
  'not-https': 'The gateway’s address must begin with https://.',
  'host-not-found': 'The gateway wasn’t found.',
  'not-connected': 'The gateway refused the connection.',
  certificate: 'The gateway’s certificate isn’t valid.',
  timeout: 'The gateway didn’t answer in time.',
  'cut-off': 'The connection to the gateway ended before there was an answer.',
  outdated: 'It was no longer true, so it wasn’t sent.',
  unwanted: 'The tenant asked for no texts.',
  abroad: 'The number is abroad, and this server sends no texts there.',
  'no-gateway': 'This server no longer sends text messages.',
}

/** Why a text message was not sent, in a sentence. */
export function whyNotSent({ status, failure }: { status?: number | undefined; failure?: string | undefined }): string {
  if (failure !== undefined) return sentences[failure] ?? 'It couldn’t be sent.'
  if (status === undefined) return 'It hasn’t been tried yet.'
  if (status === 401 || status === 403) return 'The gateway refused the sign-in of this server.'
  if (status >= 300 && status < 400)
    return 'The gateway redirected the text to another address, which Fettle doesn’t follow.'
  if (status === 429) return 'The gateway was too busy.'
  return status < 500 ? `The gateway refused it (${status}).` : `The gateway has a fault (${status}).`
}
