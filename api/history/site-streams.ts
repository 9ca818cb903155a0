import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'

/** The jobs that are at some sites now, and the parts that were ever ordered for them or for the sites. */
export async function readSiteStreams(pool: pg.Pool, companyId: string, sites: readonly string[]) {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'streams-of-sites',
      text: `
        with jobs as materialized (
          select job_id, number from job_row
          where company_id = $1 and generation = ${liveGeneration('$1', `'job-rows'`)} and apartment_name = any ($2))
        select job_id as id from jobs
        union select (jsonb_array_elements_text(body -> 'partIds'))::uuid from document
          where company_id = $1 and projection = 'job-parts' and generation = ${liveGeneration('$1', `'job-parts'`)}
            and key = any (select lpad(number::text, greatest(5, length(number::text)), '0') from jobs)
        union select part_id from part_row
          where company_id = $1 and generation = ${liveGeneration('$1', `'part-rows'`)} and site = any ($2)`,
      values: [companyId, sites],
    },
  ])
  const streams: { id: string }[] = rows
  return streams.map((one) => one.id)
}
