import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { columnsOf } from '#ledger/read-models/row-types.ts'
import { type SiteRecord, siteJobMapping, siteNameMapping, siteRowMapping } from '#ledger/read-models/site-rows.ts'

export type Wanted = { companyId: string; generation: number; keys: readonly string[] }
export type Keyed = readonly [key: string, row: object]

/** How the rows of the address book are read by key. */
export const siteTables = {
  site_row: async (client: pg.ClientBase, wanted: Wanted): Promise<Keyed[]> =>
    (await rowsOf(client, siteRows(wanted))).map((row) => [row.site_id, siteRowMapping.fromRecord(row)]),
  site_name: async (client: pg.ClientBase, wanted: Wanted): Promise<Keyed[]> =>
    (await rowsOf(client, siteNames(wanted))).map((row) => [row.name_key, siteNameMapping.fromRecord(row)]),
  site_job: async (client: pg.ClientBase, wanted: Wanted): Promise<Keyed[]> =>
    (await rowsOf(client, siteJobs(wanted))).map((row) => [row.job_id, siteJobMapping.fromRecord(row)]),
}

const siteRows = statement('pushed-sites', (p: Parameters<Wanted>) =>
  db
    .selectFrom('site_row')
    .select(columnsOf(siteRowMapping))
    .where('company_id', '=', p.companyId)
    .where('generation', '=', p.generation)
    .where((row) => row('site_id', '=', row.fn.any(p.keys)))
    .$narrowType<Pick<SiteRecord, 'body'>>(),
)
const siteNames = statement('pushed-site-names', (p: Parameters<Wanted>) =>
  db
    .selectFrom('site_name')
    .select(columnsOf(siteNameMapping))
    .where('company_id', '=', p.companyId)
    .where('generation', '=', p.generation)
    .where((row) => row('name_key', '=', row.fn.any(p.keys))),
)
const siteJobs = statement('pushed-site-jobs', (p: Parameters<Wanted>) =>
  db
    .selectFrom('site_job')
    .select(columnsOf(siteJobMapping))
    .where('company_id', '=', p.companyId)
    .where('generation', '=', p.generation)
    .where((row) => row('job_id', '=', row.fn.any(p.keys))),
)
