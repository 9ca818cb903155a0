import type pg from 'pg'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { keepLatest } from '#api/http/latest-entries.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { startOfDay } from '#core/time/wall-clock.ts'

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

const starts = keepLatest<string>(1_000)

/**
 * {@link startOfDay}, remembered: it takes six formatted dates, as long as a fifteenth of a page of history, and each page of a period
 * asks for the same days.
 */
export function startOf(day: string, zone: string): string | undefined {
  const key = `${zone} ${day}`
  const start = starts.get(key) ?? startOfDay(day, zone)
  if (start !== undefined) starts.set(key, start)
  return start
}
