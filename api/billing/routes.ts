import { Router } from 'express'
import type { Door } from '#api/commands/handle.ts'
import { takeTurns } from '#api/http/in-turn.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/wire.ts'
import { createSubscription } from './create-subscription.ts'
import { openPortal } from './portal.ts'
import type { Settler } from './settle.ts'
import { updateSubscription } from './update-subscription.ts'
import { webhook } from './webhook.ts'

/** Plans and their payment. The card provider's notices come unsigned-in, and are known by their signature. */
export function billingRoutes(services: Services, door: Door): Router {
  const signedIn = requireMember(services)
  const settler: Settler = { stripe: services.payments.stripe, door, inTurn: takeTurns() }
  return Router()
    .post(paths.createSubscription, signedIn, createSubscription(services, { inTurn: takeTurns() }))
    .post(paths.updateSubscription, signedIn, updateSubscription(services, settler))
    .post(paths.billingPortal, signedIn, openPortal(services))
    .post(paths.billingWebhook, webhook(services.payments, settler))
}
