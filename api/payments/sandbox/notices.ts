import type { Logger } from 'pino'
import Stripe from 'stripe'
import { paths } from '#core/wire/paths.ts'
import type { Notice } from './objects.ts'
import type { StateFile } from './state-file.ts'

type Post = { store: StateFile; webhookSecret: string; logger: Logger }

export type Notices = {
  /** Sets the address of our API; nothing is delivered without one. */
  deliverTo(address: string | undefined): void
  /** Delivers new notices. */
  wake(): void
  close(): Promise<void>
}

const firstPause = 200
const longestPause = 30_000
const timeout = 10_000

/** Delivers notices over HTTP, signed like Stripe's, and retries each until it is accepted. */
export function postNotices({ store, webhookSecret, logger }: Post): Notices {
  const closing = new AbortController()
  const delivering = new Map<string, Promise<void>>()
  let address: string | undefined

  const deliver = async (notice: Notice) => {
    for (let pause = firstPause; address && !closing.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      const accepted = await post(address, notice, webhookSecret, closing.signal)
      if (accepted) {
        return store.change((state) => {
          state.notices = state.notices.filter((one) => one.id !== notice.id)
        })
      }
      if (closing.signal.aborted) return
      logger.warn({ notice: notice.id }, 'a sandbox notice was not accepted; it will be retried')
      await waited(pause, closing.signal)
    }
  }
  const wake = () => {
    if (!address || closing.signal.aborted) return
    for (const notice of store.read().notices.filter((one) => !delivering.has(one.id)))
      delivering.set(
        notice.id,
        deliver(notice).finally(() => delivering.delete(notice.id)),
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
      await Promise.allSettled(delivering.values())
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
      signal: AbortSignal.any([closing, AbortSignal.timeout(timeout)]),
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
