import type { RequestHandler } from 'express'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { parse, refused } from '#api/http/errors.ts'
import type { Services } from '#api/services/services.ts'
import { may } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { type PortalAnswer, portalRequest } from '#core/wire/account/billing.ts'
import { appAddress } from './app-address.ts'
import { askProvider } from './ask-provider.ts'
import { customerFor } from './customer.ts'
import type { PlanSync } from './sync-plan.ts'

/** POST /api/subscriptions/portal: the card provider's own page for changing the card or ending the plan. */
export const openPortal =
  ({ config, ledgerPool }: Services, { stripe }: Pick<PlanSync, 'stripe'>): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { companyId } = parse(portalRequest, req.body)
    requireOwnCompany(member, companyId)
    if (!may.buyPlans(member.role)) throw refused(refuse('owner-only'))
    const { url } = await askProvider(async () =>
      stripe.billingPortal.sessions.create({
        customer: await customerFor(stripe, ledgerPool, member),
        return_url: `${appAddress(config, req)}/subscription`,
      }),
    )
    res.json({ url } satisfies PortalAnswer)
  }
