import type pg from 'pg'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { defaultTimeZone } from '#core/company/company.ts'

/** The most companies whose time zone is cached. */
const most = 1_000
const known = new Map<string, string>()

/** A company's time zone, cached: it is chosen at registration and never changes. */
export async function companyTimeZone(pool: pg.Pool, companyId: string): Promise<string> {
  const before = known.get(companyId)
  if (before !== undefined) return before
  const zone = (await readCompanyNow(pool, companyId))?.timeZone ?? defaultTimeZone
  if (known.size >= most) known.clear()
  known.set(companyId, zone)
  return zone
}
