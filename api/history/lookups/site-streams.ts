import { sql } from 'kysely'
import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

/**
 * The streams of the jobs now at some sites, of the parts that were ever ordered for those jobs or sites, of the sites themselves and of
 * the recurring work there.
 */
export async function readSiteStreams(pool: pg.Pool, companyId: string, sites: readonly string[]): Promise<string[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [siteStreams({ companyId, sites })])
  return rows.map((one) => one.id)
}

const siteStreams = statement('site-streams', (p: Parameters<{ companyId: string; sites: readonly string[] }>) => {
  const live = (projection: 'job-rows' | 'job-parts' | 'part-rows' | 'site-names' | 'recurring-work') =>
    liveOf(p.companyId, projection).select('generation')
  const atSites = sql<string>`any (${p.sites}::text[])`
  return db
    .with(
      (cte) => cte('jobs').materialized(),
      (read) =>
        read
          .selectFrom('job_row')
          .select(['job_id', 'number'])
          .where('company_id', '=', p.companyId)
          .where('generation', '=', live('job-rows'))
          .where('apartment_name', '=', atSites),
    )
    .with('named', (read) =>
      read
        .selectFrom('site_name')
        .select('site_id as id')
        .where('company_id', '=', p.companyId)
        .where('generation', '=', live('site-names'))
        .where('name', '=', atSites),
    )
    .selectFrom('jobs')
    .select('job_id as id')
    .union((read) =>
      read
        .selectFrom('document')
        .select(({ ref }) => sql<string>`(jsonb_array_elements_text(${ref('body')} -> 'partIds'))::uuid`.as('id'))
        .where('company_id', '=', p.companyId)
        .where('projection', '=', 'job-parts')
        .where('generation', '=', live('job-parts'))
        .where(({ eb, selectFrom }) => {
          const jobRefs = selectFrom('jobs').select(({ ref }) =>
            sql<string>`lpad(${ref('number')}::text, greatest(5, length(${ref('number')}::text)), '0')`.as('job_ref'),
          )
          return eb('key', '=', sql<string>`any (array${jobRefs})`)
        }),
    )
    .union((read) =>
      read
        .selectFrom('part_row')
        .select('part_id as id')
        .where('company_id', '=', p.companyId)
        .where('generation', '=', live('part-rows'))
        .where('site', '=', atSites),
    )
    .union((read) => read.selectFrom('named').select('id'))
    .union((read) =>
      read
        .selectFrom('document')
        .select(sql<string>`key::uuid`.as('id'))
        .where('company_id', '=', p.companyId)
        .where('projection', '=', 'recurring-work')
        .where('generation', '=', live('recurring-work'))
        .where(sql`(body ->> 'siteId')::uuid`, 'in', read.selectFrom('named').select('id')),
    )
})
