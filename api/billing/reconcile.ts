import { sql } from 'kysely'
import type Stripe from 'stripe'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import { type RepeatedTask, repeatUntilStopped } from '#api/services/repeated-task.ts'
import type { Services } from '#api/services/services.ts'
import { id as companyIdSchema } from '#core/model/values.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isProcessed } from './billing-rows.ts'
import { noticeTypes, subscriptionOf } from './notices.ts'
import { type PlanSync, syncPlan } from './sync-plan.ts'

type Parts = Pick<Services, 'payments' | 'ledgerPool' | 'bell' | 'logger' | 'now'>

const firstAfter = 60_000
const day = 86_400_000

/**
 * Asks the card provider shortly after startup and then daily, until stopped, for notices that never arrived: the provider
 * stops retrying after three days, and the webhook may be misconfigured.
 */
export const startReconciling = (parts: Parts): RepeatedTask =>
  repeatUntilStopped(
    {
      firstAfter,
      every: day,
      onFault: (error) => parts.logger.warn({ err: error }, 'reconciling payments failed; it will be retried'),
    },
    (signal) => reconcile(parts, signal),
  )

/** The lock is held until its connection closes. */
const tryLock = statement('lock-reconciling', () =>
  db.selectNoFrom(sql<boolean>`pg_try_advisory_lock(hashtext('payments are reconciled'))`.as('is_locked')),
)

/**
 * Processes, as the webhook would, every notice that did not arrive in the last thirty days; the provider keeps no older ones.
 * Only one process does this at a time. Returns the number processed.
 */
export async function reconcile(parts: Parts, signal?: AbortSignal): Promise<number> {
  const { payments, ledgerPool, bell, logger, now } = parts
  const { stripe } = payments
  if (!stripe) return 0
  const sync = { stripe, pool: ledgerPool, bell, now, companyQueue: createCompanyQueue() }
  return withDedicatedConnection(ledgerPool, async (client) => {
    const [lock] = await rowsOf(client, tryLock({}))
    if (!lock?.is_locked) return 0
    let missed = 0
    for await (const notice of stripe.events.list({ types: [...noticeTypes], limit: 100 })) {
      if (signal?.aborted) break
      const processed = await processMissed(sync, notice).catch((error: unknown) => {
        logger.warn(
          { err: error, notice: notice.id },
          'a missed payment notice could not be processed; it will be retried',
        )
        return false
      })
      if (processed) missed += 1
    }
    if (missed > 0) logger.warn({ missed }, 'payment notices had not arrived; check the webhook at the card provider')
    return missed
  })
}

/** Processes a notice if it is one of ours and has not been processed yet; returns whether it did. */
async function processMissed(sync: PlanSync, notice: Stripe.Event): Promise<boolean> {
  const { id, type } = notice
  const subscription = subscriptionOf(notice)
  const companyId = companyIdSchema.safeParse(subscription.metadata?.companyId)
  if (!subscription.id || !companyId.success) return false
  if (await isProcessed(sync.pool, companyId.data, id)) return false
  return syncPlan(sync, subscription.id, { id, notice: { id, type } })
}
