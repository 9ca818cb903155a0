import type pg from 'pg'
import type { Logger } from 'pino'
import Stripe from 'stripe'
import { paths } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { dueNotices, noteAttempt } from './rows.ts'

type Post = { ledgerPool: pg.Pool; authPool: pg.Pool; webhookSecret: string; logger: Logger }

export type Notices = {
  /** Sets the address of our API; nothing is delivered without one. */
  deliverTo(address: string | undefined): void
  /** Delivers new notices. */
  wake(): void
  close(): Promise<void>
}

/** A notice is sent so often, and then left to the daily reconciliation, as at Stripe. */
const mostAttempts = 8
/** In milliseconds, how long the deliverer looks for notices that are due again. */
const pollInterval = 5_000
const timeout = 10_000
/** Notices that are read at a time; they are delivered one after another. */
const batch = 20

/** Seconds until a notice is sent again after so many attempts; null if it is not. */
export const pauseAfter = (attempts: number): number | null => (attempts < mostAttempts ? 2 ** attempts / 4 : null)

/** Delivers notices over HTTP, signed like Stripe's, one at a time, and retries each a few times at growing intervals. */
export function postNotices({ ledgerPool, authPool, webhookSecret, logger }: Post): Notices {
  const closing = new AbortController()
  let address: string | undefined
  let delivering: Promise<void> | undefined
  let isWoken = false

  const deliverDue = async () => {
    for (let to = address; to && !closing.signal.aborted; to = address) {
      isWoken = false
      const due = await rowsOf(authPool, dueNotices({ most: batch }))
      for (const { company_id: companyId, notice_id: noticeId, body, attempts } of due) {
        if (!address || closing.signal.aborted) return
        const accepted = await post(to, body, webhookSecret, closing.signal)
        if (closing.signal.aborted) return
        const seconds = accepted ? null : pauseAfter(attempts + 1)
        if (!accepted) logger.warn({ notice: noticeId, again: seconds !== null }, 'a sandbox notice was not accepted')
        await inCompany(ledgerPool, companyId, (client) => client.query(noteAttempt({ companyId, noticeId, seconds })))
      }
      if (due.length < batch && !isWoken) return
    }
  }
  const wake = () => {
    isWoken = true
    if (!address || closing.signal.aborted) return
    delivering ??= deliverDue()
      .catch((error: unknown) => logger.warn({ err: error }, 'sandbox notices could not be read; retrying'))
      .finally(() => {
        delivering = undefined
      })
  }
  const polling = setInterval(wake, pollInterval)
  polling.unref()
  return {
    deliverTo(to) {
      address = to
      wake()
    },
    wake,
    async close() {
      clearInterval(polling)
      closing.abort()
      await delivering
    },
  }
}

async function post(address: string, payload: string, secret: string, closing: AbortSignal): Promise<boolean> {
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
