import type { RequestHandler } from 'express'
import type Stripe from 'stripe'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { HttpFailure, invalid, parse, refused } from '#api/http/errors.ts'
import { isMissing } from '#api/payments/payments.ts'
import type { Services } from '#api/services/services.ts'
import { may } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { billingErrors, type UpdateSubscriptionAnswer, updateSubscriptionRequest } from '#core/wire/account/billing.ts'
import { askProvider } from './ask-provider.ts'
import { isOwnCheckout } from './billing-rows.ts'
import { type PlanSync, syncPlan } from './sync-plan.ts'

/**
 * POST /api/subscriptions/update-subscription: confirms that a checkout of the company was paid. The browser is not trusted:
 * the card provider is asked, and the plan recorded as by its notice, whichever comes first.
 */
export const updateSubscription =
  ({ ledgerPool }: Pick<Services, 'ledgerPool'>, sync: PlanSync): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { sessionId, companyId } = parse(updateSubscriptionRequest, required(req.body))
    requireOwnCompany(member, companyId)
    if (!may.buyPlans(member.role)) throw refused(refuse('owner-only'))
    const isOwn = await isOwnCheckout(ledgerPool, member.companyId, sessionId)
    const session = isOwn && (await askProvider(() => checkoutOf(sync.stripe, sessionId), billingErrors.notUpdated))
    if (!session) throw new HttpFailure(404, { error: billingErrors.notUpdated, code: 'no-such-checkout' })
    const subscription = typeof session.subscription === 'string' ? session.subscription : session.subscription?.id
    const isPaid =
      // Not only 'paid': credit may cover the whole price. Either way the plan comes from paid invoices.
      session.payment_status !== 'unpaid' &&
      subscription !== undefined &&
      (await askProvider(() => syncPlan(sync, subscription, { id: sessionId }), billingErrors.notUpdated))
    if (!isPaid) throw new HttpFailure(409, { error: billingErrors.notUpdated, code: 'not-paid' })
    res.json({ success: true } satisfies UpdateSubscriptionAnswer)
  }

/** The body, if it has both fields. */
function required(body: unknown) {
  const fields = new Map<string, unknown>(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  const missing = ['sessionId', 'companyId'].find((field) => !fields.get(field))
  if (missing) throw invalid(billingErrors.incomplete, missing, 'fields-required')
  return body
}

async function checkoutOf(stripe: Stripe, sessionId: string) {
  try {
    return await stripe.checkout.sessions.retrieve(sessionId)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
