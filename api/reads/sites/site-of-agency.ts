import type pg from 'pg'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { readSite } from './site.ts'
import { isOfAgency, jobsByName, standsForAny } from './site-tables.ts'

type Asked = { companyId: string; siteId: string; agency: string }

const jobAtSite = statement(
  'job-of-agency-at-site',
  (p: Parameters<{ companyId: string; ids: readonly string[]; agency: string | null }>) =>
    jobsByName(p).where(standsForAny(p.ids)).where(isOfAgency(p.agency)).select('job_row.job_id').limit(1),
)

/**
 * A site as a key for the jobs of one agency sees it: without what the office alone may know and without other sites, as these name other
 * agencies and theirs. Undefined if none of the agency's jobs is at it.
 */
export async function readSiteOfAgency(
  pool: pg.Pool,
  { companyId, siteId, agency }: Asked,
): Promise<SiteAnswer | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [jobAtSite({ companyId, ids: [siteId], agency })])
  const answer = rows.length > 0 ? await readSite(pool, companyId, 'team', siteId) : undefined
  return answer && { ...answer, flats: [], flatCount: 0, merged: [] }
}
