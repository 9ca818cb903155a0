import type pg from 'pg'
import type { TenantWay } from '#core/company/tenant-rule.ts'
import type { TenantLink } from '#core/job/tenant/tenant-page.ts'
import { isSiteEvent } from '#core/ledger/ledger.ts'
import { mayBeToldBy } from '#core/site/refused-ways.ts'
import { evolve, officeOf, type Site } from '#core/site/site.ts'
import { readStream } from '#ledger/log/read.ts'

type Whose = { companyId: string } & Pick<TenantLink, 'siteId' | 'contactId'>

/** Whether the contact of a link may be told something by this way: by the log, so that a wish counts from the moment it was recorded. */
export async function mayBeTold(pool: pg.Pool, { companyId, siteId, contactId }: Whose, way: TenantWay) {
  const events = (await readStream(pool, companyId, siteId)).filter(isSiteEvent)
  const site = events.reduce<Site | undefined>(evolve, undefined)
  const contact = [...(site?.tenants ?? []), ...officeOf(site).contacts].find((one) => one.contactId === contactId)
  return contact === undefined || mayBeToldBy(contact, way)
}
