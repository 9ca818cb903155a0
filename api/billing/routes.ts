import { Router } from 'express'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import { HttpFailure } from '#api/http/errors.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'
import { createSubscription } from './create-subscription.ts'
import { openPortal } from './portal.ts'
import type { PlanSync } from './sync-plan.ts'
import { updateSubscription } from './update-subscription.ts'
import { webhook } from './webhook.ts'

/**
 * Plans and their payment. The card provider's notices need no sign-in; their signature is checked. Without a provider every
 * route answers 503.
 */
export function billingRoutes(services: Services, context: CommandContext): Router {
  const signedIn = requireMember(services)
  const { stripe, webhookSecret } = services.payments
  if (!stripe)
    return Router()
      .post([paths.createSubscription, paths.updateSubscription, paths.billingPortal], signedIn, refusePayment)
      .post(paths.billingWebhook, refusePayment)
  const sync: PlanSync = { ...context, stripe, companyQueue: createCompanyQueue() }
  return Router()
    .post(
      paths.createSubscription,
      signedIn,
      requireOpen,
      createSubscription(services, { stripe, companyQueue: createCompanyQueue() }),
    )
    .post(paths.updateSubscription, signedIn, updateSubscription(services, sync))
    .post(paths.billingPortal, signedIn, openPortal(services, sync))
    .post(paths.billingWebhook, webhook(webhookSecret, sync))
}

const refusePayment = () => {
  throw new HttpFailure(503, { error: 'Payment is not set up on this server.', code: 'payment-not-set-up' })
}
