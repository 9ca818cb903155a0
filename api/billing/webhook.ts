import express, { type RequestHandler } from 'express'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import { HttpFailure } from '#api/http/errors.ts'
import { refuseSlow, smallBody } from '#api/http/slow-requests.ts'
import { subscriptionOf } from './notices.ts'
import { type PlanSync, syncPlan } from './sync-plan.ts'

/** In bytes; generous, since a notice contains the whole object it is about. */
const limit = 512 * 1024

/**
 * POST /api/subscriptions/webhook: a notice from the card provider, whose signature covers the raw body. Its subscription is
 * read from the provider and recorded once. A notice that cannot be processed gets an error response, so the
 * provider sends it again.
 */
export const webhook = (webhookSecret: string, sync: PlanSync): RequestHandler[] => [
  refuseSlow(smallBody),
  express.raw({ type: () => true, limit }),
  async (req, res) => {
    const signature = req.get('stripe-signature')
    const notice = noticeIn(sync.stripe, req.body, signature ?? '', webhookSecret)
    const subscription = subscriptionOf(notice)
    const { id, type } = notice
    if (subscription.id) await syncPlan(sync, subscription.id, { id, notice: { id, type } })
    res.json({ received: true })
  },
]

const noticeShape = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: z.looseObject({ object: z.looseObject({}) }),
})

function noticeIn(stripe: Stripe, body: unknown, signature: string, secret: string): Stripe.Event {
  try {
    const notice = stripe.webhooks.constructEvent(Buffer.isBuffer(body) ? body : '', signature, secret)
    if (!noticeShape.safeParse(notice).success)
      throw new HttpFailure(400, { error: 'The body is not a notice.', code: 'bad-notice' })
    return notice
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError) && !(error instanceof SyntaxError))
      throw error
    throw new HttpFailure(400, { error: 'The signature is not valid.', code: 'bad-signature' })
  }
}
