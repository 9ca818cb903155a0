import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import type { Services } from '#api/services/services.ts'
import { id as companyIdSchema } from '#core/model/values.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { isKeptNotice } from './billing-rows.ts'
import { noticeTypes, subscriptionOf } from './notices.ts'
import { type PlanSync, syncPlan } from './sync-plan.ts'

type Parts = Pick<Services, 'payments' | 'ledgerPool' | 'bell' | 'logger' | 'now'>

const firstAfter = 60_000
const everyDay = 86_400_000

/**
 * Asks the card provider every day, and soon after a start, for notices that never came: its own retries end after three days, and
 * an endpoint may be set up wrongly.
 */
export function startReconciling(parts: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const pause = (time: number) => sleep(time, undefined, { signal: stopping.signal }).catch(() => undefined)
  const keep = async () => {
    await pause(firstAfter)
    while (!stopping.signal.aborted) {
      await reconcile(parts, stopping.signal).catch((error: unknown) =>
        parts.logger.warn({ err: error }, 'the card provider is asked later for what it told'),
      )
      await pause(everyDay)
    }
  }
  const keeping = keep()
  return {
    async stop() {
      stopping.abort()
      await keeping
    },
  }
}

/**
 * Takes, as the webhook would, each notice of the last thirty days that did not come; the provider keeps no older ones. One process
 * at a time does it. Answers how many there were.
 */
export async function reconcile(parts: Parts, signal?: AbortSignal): Promise<number> {
  const { payments, ledgerPool, bell, logger, now } = parts
  const sync = { stripe: payments.stripe, pool: ledgerPool, bell, now, companyQueue: createCompanyQueue() }
  return withDedicatedConnection(ledgerPool, async (client) => {
    // Ends with the connection.
    const { rows } = await client.query("select pg_try_advisory_lock(hashtext('payments are reconciled')) mine")
    if (!rows[0]?.mine) return 0
    let missed = 0
    for await (const notice of payments.stripe.events.list({ types: [...noticeTypes], limit: 100 })) {
      if (signal?.aborted) break
      const taken = await takeMissed(sync, notice).catch((error: unknown) => {
        logger.warn({ err: error, notice: notice.id }, 'a notice of the card provider is dealt with later')
        return false
      })
      if (taken) missed += 1
    }
    if (missed > 0) logger.warn({ missed }, 'notices of the card provider had not come; look at its webhook')
    return missed
  })
}

/** Whether the notice is one of ours that nobody had dealt with, and now somebody has. */
async function takeMissed(sync: PlanSync, notice: Stripe.Event): Promise<boolean> {
  const { id, type } = notice
  const subscription = subscriptionOf(notice)
  const companyId = companyIdSchema.safeParse(subscription.metadata?.companyId)
  if (!subscription.id || !companyId.success) return false
  if (await isKeptNotice(sync.pool, companyId.data, id)) return false
  return syncPlan(sync, subscription.id, { id, notice: { id, type } })
}
