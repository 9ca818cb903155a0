import type { Logger } from 'pino'
import Stripe from 'stripe'
import { paths } from '#core/wire/paths.ts'
import type { BooksFile } from './books-file.ts'
import type { Notice } from './objects.ts'

type Post = { books: BooksFile; webhookSecret: string; logger: Logger }

export type Notices = {
  /** Where our API listens; nothing is delivered before that is known. */
  deliverTo(address: string | undefined): void
  /** Something happened: deliver what is new. */
  wake(): void
  close(): Promise<void>
}

const firstPause = 200
const longestPause = 30_000
const patience = 10_000

/** Delivers notices over HTTP, signed as Stripe signs them, each until it is taken. */
export function postNotices({ books, webhookSecret, logger }: Post): Notices {
  const closing = new AbortController()
  const under = new Map<string, Promise<void>>()
  let address: string | undefined

  const deliver = async (notice: Notice) => {
    for (let pause = firstPause; address && !closing.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      const taken = await post(address, notice, webhookSecret, closing.signal)
      if (taken) {
        return books.change((kept) => {
          kept.notices = kept.notices.filter((one) => one.id !== notice.id)
        })
      }
      if (closing.signal.aborted) return
      logger.warn({ notice: notice.id }, 'a notice of the sandbox was not taken, and comes again')
      await waited(pause, closing.signal)
    }
  }
  const wake = () => {
    if (!address || closing.signal.aborted) return
    for (const notice of books.read().notices.filter((one) => !under.has(one.id)))
      under.set(
        notice.id,
        deliver(notice).finally(() => under.delete(notice.id)),
      )
  }
  return {
    deliverTo(to) {
      address = to
      wake()
    },
    wake,
    async close() {
      closing.abort()
      await Promise.allSettled(under.values())
    },
  }
}

async function post(address: string, notice: Notice, secret: string, closing: AbortSignal): Promise<boolean> {
  const payload = JSON.stringify(notice)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  try {
    const answer = await fetch(address + paths.billingWebhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
      signal: AbortSignal.any([closing, AbortSignal.timeout(patience)]),
    })
    return answer.ok
  } catch {
    return false
  }
}

const waited = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
  })
