import express, { type RequestHandler } from 'express'
import Stripe from 'stripe'
import { HttpFailure } from '#api/http/errors.ts'
import { briefly, refuseSlow } from '#api/http/slow-requests.ts'
import type { Payments } from '#api/payments/payments.ts'
import { subscriptionOf } from './notices.ts'
import { type PlanSync, syncPlan } from './sync-plan.ts'

/** A notice holds the whole of what it is about. */
const most = 512 * 1024

/**
 * POST /api/subscriptions/webhook: the card provider tells that something happened. Its signature is over the very bytes of
 * the body. It is the source of truth: what it is about is read from the provider, and recorded once. A notice that cannot
 * be dealt with is answered with a failure, and comes again.
 */
export const webhook = ({ stripe, webhookSecret }: Payments, sync: PlanSync): RequestHandler[] => [
  refuseSlow(briefly),
  express.raw({ type: () => true, limit: most }),
  async (req, res) => {
    const signature = req.get('stripe-signature')
    const notice = noticeIn(stripe, req.body, signature ?? '', webhookSecret)
    const subscription = subscriptionOf(notice)
    const { id, type } = notice
    if (subscription.id) await syncPlan(sync, subscription.id, { id, notice: { id, type } })
    res.json({ received: true })
  },
]

function noticeIn(stripe: Stripe, body: unknown, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(Buffer.isBuffer(body) ? body : '', signature, secret)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError) && !(error instanceof SyntaxError))
      throw error
    throw new HttpFailure(400, { error: 'The signature does not fit.', code: 'bad-signature' })
  }
}
