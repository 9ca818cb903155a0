import type { RequestHandler } from 'express'
import type pg from 'pg'
import type Stripe from 'stripe'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { parse, refused } from '#api/http/errors.ts'
import { isMissing } from '#api/payments/payments.ts'
import type { Services } from '#api/services/services.ts'
import { planToBuy } from '#core/company/plan-rules.ts'
import type { Plan } from '#core/company/plans.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { type CreateSubscriptionAnswer, createSubscriptionRequest, paidPath } from '#core/wire/account/billing.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { appAddress } from './app-address.ts'
import { askProvider } from './ask-provider.ts'
import { latestCheckout, saveCheckout } from './billing-rows.ts'
import { customerFor } from './customer.ts'
import { withIdempotencyKey } from './idempotent-request.ts'
import type { PlanSync } from './sync-plan.ts'

/** POST /api/subscriptions/create-subscription: starts a checkout for a plan, or resumes an open one. */
export const createSubscription =
  (
    { config, ledgerPool, now }: Services,
    { stripe, companyQueue }: Pick<PlanSync, 'stripe' | 'companyQueue'>,
  ): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { tier, companyId } = parse(createSubscriptionRequest, req.body)
    requireOwnCompany(member, companyId)
    const company = await readCompanyNow(ledgerPool, member.companyId)
    if (!company?.office) throw refused(refuse('company-not-found'))
    const plan = planToBuy(company.office, tier, member.role, now().toISOString())
    if (isRefusal(plan)) throw refused(plan)
    const address = appAddress(config, req)
    const parts = { stripe, pool: ledgerPool }
    const session = await askProvider(() =>
      companyQueue(member.companyId, () => checkoutFor(parts, member, plan, address)),
    )
    if (!session.url) throw new Error('A checkout without a page')
    res.json({ url: session.url, sessionId: session.id } satisfies CreateSubscriptionAnswer)
  }

type Parts = { stripe: Stripe; pool: pg.Pool }
type Buyer = { companyId: string; userId: string }

async function checkoutFor({ stripe, pool }: Parts, { companyId, userId }: Buyer, plan: Plan, address: string) {
  const latest = await latestCheckout(pool, companyId, plan.tier)
  const open = latest ? await openCheckout(stripe, latest) : undefined
  // Not one that returns to another address or has an old price.
  if (open?.success_url?.startsWith(`${address}${paidPath}`) && open.amount_total === plan.price) return open
  const customer = await customerFor(stripe, pool, { companyId, userId })
  const metadata = { companyId, tier: String(plan.tier) }
  const checkout: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
    client_reference_id: companyId,
    allowed_payment_method_types: ['card'],
    line_items: [{ quantity: 1, price_data: priceOf(plan) }],
    metadata,
    subscription_data: { metadata },
    success_url: `${address}${paidPath}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${address}/subscription`,
  }
  // A double click is one checkout, even across processes; after it has ended, the next is a new one.
  const key = `checkout:${customer}:${plan.tier}:${plan.price}:${latest ?? 'first'}:${address}`
  const session = await withIdempotencyKey(key, (once) => stripe.checkout.sessions.create(checkout, once))
  const { id: sessionId } = session
  await inCompany(pool, companyId, (client) => saveCheckout(client, companyId, { sessionId, tier: plan.tier, userId }))
  return session
}

const priceOf = ({ name, price, months }: Plan) => ({
  currency: 'gbp',
  unit_amount: price,
  product_data: { name: `Fettle ${name}` },
  recurring: { interval: 'month' as const, interval_count: months },
})

/** The checkout if it can still be paid; undefined if it was made with other keys. */
async function openCheckout(stripe: Stripe, sessionId: string) {
  try {
    const session = await stripe.checkout.sessions.retrieve(sessionId)
    return session.status === 'open' ? session : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
