import { Counter } from 'prom-client'
import type Stripe from 'stripe'
import { v7 as uuid } from 'uuid'
import { type PlanSync, syncPlan } from '#api/billing/sync-plan.ts'
import { lockClosing, noteClosing, readClosings } from '#api/company/closing-rows.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import { addMail } from '#api/mail/outbox.ts'
import { type RepeatedTask, repeatUntilStopped } from '#api/services/repeated-task.ts'
import type { Services } from '#api/services/services.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { emailsOfOwners } from './close-company.ts'
import { type ErasingParts, eraseCompany } from './erase-company.ts'

type Parts = ErasingParts & Pick<Services, 'overviewPool' | 'payments' | 'logger' | 'setbacks'>
type Unfinished = Awaited<ReturnType<typeof readClosings>>[number]
/** Counts the companies that were erased. */
type Counted = Pick<Counter, 'inc'>

const checkEvery = 60_000
const daysToTell = 3 * 86_400_000

/**
 * Looks after closed companies until stopped: ends the renewal of their plans, mails their owners three days before the end, and
 * erases them after it. Any number of processes may do so at once, and one that is killed is followed by another.
 */
export function finishClosings(parts: Parts & Pick<Services, 'metrics'>): RepeatedTask {
  const erased = new Counter({
    name: 'fettle_companies_erased_total',
    help: 'Closed companies that this process has finished erasing.',
    registers: [parts.metrics],
  })
  return repeatUntilStopped(
    {
      every: checkEvery,
      onFault: (error) => parts.logger.warn({ err: error }, 'closed companies could not be read; retrying'),
    },
    (signal) => finishAllClosings(parts, erased, signal),
  )
}

/** Takes each closed company as far as it can go now. One that fails is retried with growing pauses and holds up no other. */
export async function finishAllClosings(parts: Parts, erased: Counted, signal?: AbortSignal): Promise<void> {
  const setbacks = parts.setbacks.closings
  for (const closing of await readClosings(parts.overviewPool, setbacks.pausing())) {
    if (signal?.aborted) return
    await setbacks.attempt(closing.companyId, () => finish(parts, closing, erased, signal))
  }
}

async function finish(parts: Parts, closing: Unfinished, erased: Counted, signal: AbortSignal | undefined) {
  const { logger, now } = parts
  const { companyId } = closing
  const left = Date.parse(closing.eraseAt) - now().getTime()
  if (left > 0) {
    await endRenewal(parts, companyId)
    if (left <= daysToTell && !closing.toldEndAt) await tellOwners(parts, companyId)
    return
  }
  const done = await eraseCompany(parts, closing, signal)
  if (!done) return
  erased.inc()
  logger.info({ companyId, ...done }, 'a closed company was erased; its chain and signed heads stay')
}

/** Ends the renewal of the company's plan at the card provider, once the ledger says that it renews. */
async function endRenewal({ payments: { stripe }, ledgerPool, bell, now }: Parts, companyId: string) {
  const plan = (await readCompanyNow(ledgerPool, companyId))?.office
  if (!stripe || !plan?.subscription || plan.standing === 'cancelled' || plan.standing === 'trial') return
  const { subscriptionId } = plan.subscription
  const sync: PlanSync = { stripe, pool: ledgerPool, bell, now, companyQueue: createCompanyQueue() }
  await cancelRenewal(stripe, subscriptionId)
  await syncPlan(sync, subscriptionId, { id: 'company-closed' })
}

const cancelRenewal = (stripe: Stripe, subscriptionId: string) =>
  stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })

async function tellOwners({ authPool, now }: Parts, companyId: string) {
  const recipients = await emailsOfOwners(authPool, companyId)
  await inCompany(authPool, companyId, async (client) => {
    const closing = await lockClosing(client, companyId)
    if (!closing || closing.toldEndAt) return
    await noteClosing(client, companyId, 'told', now())
    for (const recipient of recipients) await addMail(client, { mailId: uuid(), kind: 'company-ending', recipient })
  })
}
