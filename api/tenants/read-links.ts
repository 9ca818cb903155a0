import { readCompany } from '#api/company/company-answer.ts'
import { readJob } from '#api/reads/jobs/job.ts'
import { readSite, readSiteOfJob } from '#api/reads/sites/site.ts'
import type { Services } from '#api/services/services.ts'
import { readOpened, tenantPath } from '#api/tenant-links/link-rows.ts'
import { isToldBy } from '#core/company/tenant-rule.ts'
import { isOpenLink } from '#core/job/tenant/tenant-page.ts'
import { isCurrent } from '#core/site/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'

type Parts = Pick<Services, 'ledgerPool' | 'authPool' | 'keys' | 'config' | 'now'>

/** The links to the tenant's page of a job, newest first, and who can be given one; undefined for an unknown job. */
export async function readTenantLinks(
  { ledgerPool, authPool, keys, config, now }: Parts,
  companyId: string,
  jobId: string,
): Promise<TenantLinksAnswer | undefined> {
  const found = await readJob(ledgerPool, companyId, 'office', jobId)
  if (!found) return undefined
  const at = now().toISOString()
  const [own, opened, company] = await Promise.all([
    readSiteOfJob(ledgerPool, companyId, 'office', jobId),
    readOpened(authPool, { companyId, jobId }),
    readCompany(ledgerPool, companyId),
  ])
  const links = found.job.office?.tenantLinks ?? []
  const names = new Map<string, string>()
  for (const siteId of new Set(links.map((one) => one.siteId))) {
    const answer = siteId === own?.site.siteId ? own : await readSite(ledgerPool, companyId, 'office', siteId)
    for (const one of answer?.site.tenants ?? []) names.set(one.contactId, one.name)
  }
  const today = wallClock(at, 'UTC').day
  return {
    links: links.toReversed().map((link) => {
      const { linkId, contactId, madeAt, sentAt, endsAt } = link
      const row = opened.get(linkId)
      return {
        ...{ linkId, contactId, madeAt, name: names.get(contactId) ?? '', opened: row?.opened ?? 0 },
        ...(row && !row.isEnded && isOpenLink(link, at) ? { path: tenantPath(keys, linkId) } : {}),
        ...(sentAt === undefined ? {} : { sentAt }),
        ...(row?.lastOpenedAt === undefined ? {} : { lastOpenedAt: row.lastOpenedAt }),
        ...(endsAt === undefined ? {} : { endsAt }),
      }
    }),
    tenants: (own?.site.tenants ?? [])
      .filter((one) => isCurrent(one, today))
      .map(({ contactId, name }) => ({ contactId, name, hasEmail: Boolean(own?.site.office?.emails[contactId]) })),
    ...(own ? { siteId: own.site.siteId } : {}),
    byRule: isToldBy(company?.office?.tenantRule, 'email'),
    canSend: config.mail !== undefined,
  }
}
