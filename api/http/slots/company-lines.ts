import pLimit, { type LimitFunction } from 'p-limit'
import { HttpFailure } from '#api/http/errors.ts'
import { openRests } from '#api/http/turns/stand-back.ts'

/** A response, of which this needs only its end. */
export type Answer = { readonly closed: boolean; once(event: 'close', listener: () => void): unknown }

type Lines = {
  /** How many requests of a company are handled side by side, and how many more may wait. */
  atOnce: number
  mostWaiting: number
  /** Above so many of a company, each waits for `standBack` before it is handled, so that others go first. */
  share: number
  standBack(company: Company): Promise<void>
  /** Milliseconds after which a request no longer counts; until its response is closed if there is none. */
  countsFor?: number
  /** The failure of a request when too many wait. */
  tooMany(): Error
}

/** A company with requests under way; `oneByOne` is a queue of its own, and `rest` gives others time. */
export type Company = { companyId: string; oneByOne: LimitFunction; rest: ReturnType<typeof openRests> }

/**
 * Lets a company's requests in so that one which sends a hundred at once waits for itself, and not everybody for it. The returned
 * function waits until a request may be handled; it counts until its response is closed. Throws if too many wait.
 */
export function openCompanyLines({ atOnce, mostWaiting, share, standBack, countsFor, tooMany }: Lines) {
  const lines = new Map<string, Company & { line: LimitFunction }>()
  const entered = new WeakSet<Answer>()
  return async (companyId: string, res: Answer): Promise<void> => {
    // It is handled again, as its person's rights have changed meanwhile.
    if (entered.has(res)) return
    const company = lines.get(companyId) ?? { companyId, line: pLimit(atOnce), oneByOne: pLimit(1), rest: openRests() }
    const { line } = company
    if (line.pendingCount >= mostWaiting) throw tooMany()
    lines.set(companyId, company)
    entered.add(res)
    const isMany = line.activeCount + line.pendingCount >= share
    const { promise, resolve } = Promise.withResolvers<void>()
    void line(async () => {
      if (isMany) await standBack(company)
      resolve()
      await closing(res, countsFor)
    }).finally(() => {
      if (line.activeCount + line.pendingCount === 0) lines.delete(companyId)
    })
    await promise
  }
}

/** Asks the sender to come again in a few seconds. */
export const busy = (error: string, code: string) => new HttpFailure(429, { error, code }, { 'Retry-After': '5' })

/** Ends when the response is closed, or after so long. */
function closing(res: Answer, within: number | undefined): Promise<void> {
  if (res.closed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = within === undefined ? undefined : setTimeout(resolve, within)
  res.once('close', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
