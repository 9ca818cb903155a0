import { Router } from 'express'
import { paths } from '#core/wire.ts'
import { requireMember } from '../auth/require-member.ts'
import type { Door } from '../handle.ts'
import { takeTurns } from '../in-turn.ts'
import type { Services } from '../services.ts'
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
