import type { RequestHandler } from 'express'
import { may } from '#core/access.ts'
import { refuse } from '#core/refusals.ts'
import { type PortalAnswer, portalRequest } from '#core/wire-billing.ts'
import { parse, refused } from '../errors.ts'
import { requireOwnCompany } from '../own-company.ts'
import type { Services } from '../services.ts'
import { appAddress } from './app-address.ts'
import { customerFor } from './customer.ts'
import { asked } from './provider-failure.ts'

/** POST /api/subscriptions/portal: the card provider's own page, where the owner changes the card or ends the plan. */
export const openPortal =
  ({ config, payments: { stripe }, ledgerPool }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { companyId } = parse(portalRequest, req.body)
    requireOwnCompany(member, companyId)
    if (!may.buyPlans(member.role)) throw refused(refuse('owner-only'))
    const { url } = await asked(async () =>
      stripe.billingPortal.sessions.create({
        customer: await customerFor(stripe, ledgerPool, member),
        return_url: `${appAddress(config, req)}/subscription`,
      }),
    )
    res.json({ url } satisfies PortalAnswer)
  }
