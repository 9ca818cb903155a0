import type Stripe from 'stripe'
import {
  type Actor,
  appendOrConflict,
  decideAppend,
  retryOnConflict,
  serverStamp,
} from '#api/commands/decide-and-append.ts'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { foldCompany } from '#api/company/plan-facts.ts'
import type { CompanyQueue } from '#api/http/company-queue.ts'
import { isMissing } from '#api/payments/payments.ts'
import type { Event } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'
import { saveNotice } from './billing-rows.ts'
import { readSubscriptionState, type SubscriptionState } from './subscription-state.ts'

/** Everything plan syncing needs. `companyQueue` runs a company's syncs one at a time. */
export type PlanSync = { stripe: Stripe; companyQueue: CompanyQueue } & Pick<CommandContext, 'pool' | 'bell' | 'now'>
/** What triggered a sync: a notice from the provider, or a checkout that somebody is returning from. */
export type Cause = { id: string; notice?: { id: string; type: string } }

/**
 * Records the provider's current state of a subscription as the company's plan. It always records the current state, so it
 * can safely run any number of times, in any order. Returns whether the subscription is one of ours. Throws if the provider
 * cannot be reached.
 */
export async function syncPlan(sync: PlanSync, subscriptionId: string, cause: Cause): Promise<boolean> {
  const state = await readSubscriptionState(sync.stripe, subscriptionId)
  if (!state) return false
  return sync.companyQueue(state.companyId, () => retryOnConflict(() => record(sync, state, cause)))
}

async function record(
  { stripe, pool, bell, now }: PlanSync,
  { companyId, subscriptionId }: SubscriptionState,
  cause: Cause,
): Promise<boolean> {
  const history = await readStream(pool, companyId, companyId)
  const plan = foldCompany(history)?.office
  // Read after the history, so that it is at least as recent as anything recorded there.
  const state = plan && (await readSubscriptionState(stripe, subscriptionId))
  if (!state) return false
  const system: Actor = { companyId, role: 'system' }
  const command = { type: 'RecordPlan', data: { ...state, cause: cause.id } } as const
  const decision = decideAppend(system, command, { history }, serverStamp(now()))
  if (isRefusal(decision)) throw new Error(decision.error)
  const hasChanged = decision.events.length > 0
  const superseded = supersededBy(decision.events, subscriptionId, plan.subscription?.subscriptionId)
  if (superseded && state.paidUntil) await endSubscription(stripe, superseded)
  await inCompany(pool, companyId, async (client) => {
    if (cause.notice && !(await saveNotice(client, companyId, cause.notice))) return
    if (hasChanged) await appendOrConflict(client, decision)
  })
  if (hasChanged) bell.ring('fettle_appended', [companyId])
  return true
}

/** The subscription to end when there are two: the one a new plan replaces, or the synced one if it came too late. */
function supersededBy(events: readonly Event[], synced: string, current: string | undefined): string | undefined {
  if (current === undefined || current === synced) return undefined
  return events.some((event) => event.type === 'PlanActivated') ? current : synced
}

/** Ends a subscription, crediting its unused time to the company's next payments. Does nothing if it has already ended. */
async function endSubscription(stripe: Stripe, subscriptionId: string) {
  try {
    const { status } = await stripe.subscriptions.retrieve(subscriptionId)
    if (status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
