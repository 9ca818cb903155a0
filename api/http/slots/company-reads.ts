import pLimit, { type LimitFunction } from 'p-limit'
import { HttpFailure } from '#api/http/errors.ts'
import { standBack } from '#api/http/turns/stand-back.ts'
import { shortReads } from './short-reads.ts'

/** How many reads of a company this process carries out side by side, and how many more may wait. */
const atOnce = 4
const mostWaiting = 500
/** Milliseconds after which a read no longer counts: it waits for something else, or is long and has slots of its own. */
const short = 250
/** About what a read costs, in milliseconds. */
const cost = 4

/** A response, of which this needs only its end. */
type Answer = { readonly closed: boolean; once(event: 'close', listener: () => void): unknown }

const lines = new Map<string, LimitFunction>()

/**
 * Waits until a company's read may begin: a company that reads a hundred pages at once waits for itself, and lets changes of others
 * pass. The read counts until its response is closed. Throws a 429 if too many wait.
 */
export async function companyRead(companyId: string, res: Answer): Promise<void> {
  const line = lines.get(companyId) ?? pLimit(atOnce)
  const { error, code } = shortReads
  if (line.pendingCount >= mostWaiting) throw new HttpFailure(429, { error, code }, { 'Retry-After': '5' })
  lines.set(companyId, line)
  const isMany = line.activeCount >= atOnce
  const { promise, resolve } = Promise.withResolvers<void>()
  void line(async () => {
    if (isMany) await standBack(cost)
    resolve()
    await closing(res)
  }).finally(() => {
    if (line.activeCount + line.pendingCount === 0) lines.delete(companyId)
  })
  await promise
}

/** Ends when the response is closed, or the read is no short one. */
function closing(res: Answer): Promise<void> {
  if (res.closed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, short)
  res.once('close', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
