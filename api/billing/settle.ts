import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { appendOrUndo, MovedOn } from '#api/commands/commanded.ts'
import type { Door } from '#api/commands/handle.ts'
import { foldCompany } from '#api/company/plan-facts.ts'
import { isMissing } from '#api/payments/payments.ts'
import { decide, type Event } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { requestDigest } from '#ledger/log/append.ts'
import { readStream } from '#ledger/log/read.ts'
import { keepNotice } from './billing-rows.ts'
import { type News, readNews } from './subscription-news.ts'

/** Who settles: `inTurn` lets one company's news be dealt with one after the other. */
export type Settler = { stripe: Stripe; door: Pick<Door, 'pool' | 'bell' | 'now'>; inTurn: Door['inTurn'] }
/** Why we look: the provider's notice, or the checkout that somebody comes back from. */
export type Cause = { id: string; notice?: { id: string; type: string } }

const mostTries = 5

/**
 * Brings a company's plan to what the card provider says of a subscription. However often and in whatever order it is asked
 * for, the ledger comes to the same: it is the provider's present word that is recorded, and a plan that has been recorded
 * meanwhile is read again. Answers whether the subscription is one of ours. Throws when the provider cannot be asked.
 */
export async function settle(settler: Settler, subscriptionId: string, cause: Cause): Promise<boolean> {
  const news = await readNews(settler.stripe, subscriptionId)
  return news !== undefined && settler.inTurn(news.companyId, () => record(settler, news, cause))
}

async function record({ stripe, door }: Settler, first: News, cause: Cause): Promise<boolean> {
  const { companyId, subscriptionId } = first
  for (let tries = 1; ; tries++) {
    const history = await readStream(door.pool, companyId, companyId)
    const plan = foldCompany(history)?.office
    // Asked after the history was read: what is recorded meanwhile is never newer than this.
    const news = plan && (await readNews(stripe, subscriptionId))
    if (!news) return false
    const command = { type: 'RecordPlan', data: { ...news, cause: cause.id } } as const
    const at = door.now().toISOString()
    const decided = decide(history, command, { actorId: '', actorRole: 'system', companyId, at, facts: {} })
    if (isRefusal(decided)) throw new Error(decided.error)
    const superseded = supersededBy(decided, subscriptionId, plan.subscription?.subscriptionId)
    if (superseded && news.paidUntil) await endSubscription(stripe, superseded)
    try {
      await inCompany(door.pool, companyId, async (client) => {
        if (cause.notice && !(await keepNotice(client, companyId, cause.notice))) return
        if (decided.length === 0) return
        const append = {
          companyId,
          stream: 'company',
          streamId: companyId,
          actorRole: 'system',
          clock: 'server',
        } as const
        await appendOrUndo(client, {
          ...append,
          commandId: randomUUID(),
          request: requestDigest(command),
          expectedVersion: history.length,
          happenedAt: at,
          events: decided,
        })
      })
      if (decided.length > 0) door.bell.ring('fettle_appended', [companyId])
      return true
    } catch (error) {
      if (!(error instanceof MovedOn) || tries === mostTries) throw error
    }
  }
}

/** Of two subscriptions one goes: the plan that a new one takes the place of, or the one that came after its successor. */
function supersededBy(events: readonly Event[], told: string, current: string | undefined): string | undefined {
  if (current === undefined || current === told) return undefined
  return events.some((event) => event.type === 'PlanActivated') ? current : told
}

/** What is left of its time is credited to the company's next payments. One that has ended already stays so. */
async function endSubscription(stripe: Stripe, subscriptionId: string) {
  try {
    const { status } = await stripe.subscriptions.retrieve(subscriptionId)
    if (status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
