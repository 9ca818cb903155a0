import type { Company } from '#core/company/company.ts'
import { tenantNews, tenantNewsNames } from '#core/company/tenant-rule.ts'
import { type Change, diff } from '#core/history/changes.ts'

/** What changed about what tenants are told: for each kind of news the ways. */
export function tenantRuleChanges(before: Company | undefined, after: Company | undefined): Change[] {
  const [was, is] = [before?.office?.tenantRule, after?.office?.tenantRule]
  if (was === is) return []
  const told = (ways: readonly string[] = []) => ({ toldTenants: ways.length > 0 ? 'Email' : 'Not at all' })
  return tenantNews.flatMap((news) => diff(['toldTenants'], told(was?.[news]), told(is?.[news]), tenantNewsNames[news]))
}
