import type { TenantWay } from '#core/company/tenant-rule.ts'
import { mayBeToldBy, refusedNames } from '#core/site/refused-ways.ts'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'

type Tenant = TenantLinksAnswer['tenants'][number]

const addresses: Record<TenantWay, string> = { email: 'email', text: 'mobile number' }

/** Why the company's rule, which tells tenants by these ways, tells a tenant nothing; undefined if it does, or tells nobody. */
export function whyNotTold(tenant: Tenant, ways: readonly TenantWay[]): string | undefined {
  const { name, hasEmail, texts } = tenant
  const isReached: Record<TenantWay, boolean> = { email: hasEmail, text: texts === 'yes' }
  const taken = ways.filter((way) => mayBeToldBy(tenant, way))
  if (ways.length === 0 || taken.some((way) => isReached[way])) return undefined
  const missing = taken.map((way) => addresses[way]).join(' or ')
  const asked = refusedNames({ refuses: ways.filter((way) => !taken.includes(way)) })
  const why = asked
    ? `${name} asked for no ${asked}${missing ? ` and has no ${missing}` : ''}`
    : `No ${missing} for the tenant ${name}`
  return `${why}: nothing is sent automatically.`
}
