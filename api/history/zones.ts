import type pg from 'pg'
import { defaultTimeZone } from '#core/company.ts'
import { readCompanyNow } from '../plan-facts.ts'

/** So many companies' zones are remembered. */
const most = 1_000
const known = new Map<string, string>()

/** A company's time zone. It is said when the company registers and never changes, so that it is read once. */
export async function zoneOf(pool: pg.Pool, companyId: string): Promise<string> {
  const before = known.get(companyId)
  if (before !== undefined) return before
  const zone = (await readCompanyNow(pool, companyId))?.timeZone ?? defaultTimeZone
  if (known.size >= most) known.clear()
  known.set(companyId, zone)
  return zone
}
