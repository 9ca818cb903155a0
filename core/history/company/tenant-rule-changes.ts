import type { Company } from '#core/company/company.ts'
import { type TenantWay, tenantNews, tenantNewsNames, tenantWayNames } from '#core/company/tenant-rule.ts'
import { type Change, diff } from '#core/history/changes.ts'

/** What changed about what tenants are told: for each kind of news the ways. */
export function tenantRuleChanges(before: Company | undefined, after: Company | undefined): Change[] {
  const [was, is] = [before?.office?.tenantRule, after?.office?.tenantRule]
  if (was === is) return []
  const told = (ways: readonly TenantWay[] = []) => ({
    toldTenants: ways.map((way) => tenantWayNames[way]).join(', ') || 'Not at all',
  })
  return tenantNews.flatMap((news) => diff(['toldTenants'], told(was?.[news]), told(is?.[news]), tenantNewsNames[news]))
}
