import type { Request, Response } from 'express'
import { appendOrConflict, decideAppend, retryOnConflict, serverStamp } from '#api/commands/decide-and-append.ts'
import { companyChange, companyRead } from '#api/http/slots/company-requests.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import type { Services } from '#api/services/services.ts'
import { type FoundLink, findTenantLink } from '#api/tenant-links/link-rows.ts'
import type { TenantCommand } from '#core/job/tenant/tenant-messages.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { readStream } from '#ledger/log/read.ts'
import { tenantLimits } from './limits.ts'
import { endedPage } from './page/layout.ts'
import { readTenantPage, type TenantPage } from './read-page.ts'

export type Link = { link: string }
export type Opened = { found: FoundLink; page: TenantPage }

/** What the pages behind a tenant's link do alike: they find what it shows, and record what is sent by it. */
export function openedLinks(services: Services, waitForProjections: WaitForProjections) {
  const { authPool, ledgerPool, bell } = services
  const limits = tenantLimits()
  const now = () => services.now()
  return {
    limits,
    now,
    /** What a link shows now. Answers itself, and returns undefined, if it has ended or is none. `count` limits how often. */
    async open(req: Request<Link>, res: Response, count = limits.read): Promise<Opened | undefined> {
      const found = await findTenantLink(authPool, req.params.link)
      if (!found) {
        await limits.missed(req.ip ?? '')
        return void res.status(404).send(endedPage(undefined))
      }
      await count(found.linkId)
      await (req.method === 'POST' ? companyChange : companyRead)(found.companyId, res)
      const { page, company } = await readTenantPage(ledgerPool, found, now())
      if (!page) return void res.status(410).send(endedPage(company))
      return { found, page }
    },
    /** Decides what was sent by a link on the job as it is, and records it in the tenant's name. */
    give: ({ companyId, jobId }: FoundLink, command: TenantCommand): Promise<Refusal | undefined> =>
      retryOnConflict(async () => {
        const history = await readStream(ledgerPool, companyId, jobId)
        const decision = decideAppend({ companyId, role: 'tenant' }, command, { history }, serverStamp(now()))
        if (isRefusal(decision)) return decision
        if (decision.events.length === 0) return undefined
        const { seq } = await appendOrConflict(ledgerPool, decision)
        bell.ring('fettle_appended', [companyId])
        await waitForProjections(companyId, ['job'], seq)
        return undefined
      }),
  }
}
export type OpenedLinks = ReturnType<typeof openedLinks>
