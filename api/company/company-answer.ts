import type pg from 'pg'
import { evolve } from '#core/company/company.ts'
import { isCompanyEvent } from '#core/ledger/ledger.ts'
import type { CompanyAnswer } from '#core/wire/account/session.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { eventColumns, storedEvent } from '#ledger/log/read.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'

/**
 * A company as answers show it: its document, or what the log says while the projector has not seen it yet, as in the first
 * moment after it registered. Undefined for a company that is not there.
 */
export async function readCompany(pool: pg.Pool, companyId: string): Promise<CompanyAnswer | undefined> {
  const [document, apartments, events, head] = await readInCompany(pool, companyId, [
    {
      name: 'company-document',
      text: `
        select body from document
        where company_id = $1 and projection = 'company' and generation = ${liveGeneration('$1', "'company'")}`,
      values: [companyId],
    },
    {
      name: 'company-apartments',
      text: `
        select count(*)::int count from document
        where company_id = $1 and projection = 'apartments' and generation = ${liveGeneration('$1', "'apartments'")}`,
      values: [companyId],
    },
    {
      name: 'company-stream',
      text: `select ${eventColumns} from event where company_id = $1 and stream = 'company' and stream <> 'job' order by seq`,
      values: [companyId],
    },
    { name: 'company-jobs', text: 'select last_number from company_head where company_id = $1', values: [companyId] },
  ])
  const counted = { c_id: companyId, totalApts: apartments.rows[0].count, businessCustom: [] }
  if (document.rows[0]) return { ...document.rows[0].body, ...counted }
  const company = events.rows.map(storedEvent).filter(isCompanyEvent).reduce(evolve, undefined)
  return company && { ...company, totalJob: head.rows[0].last_number, ...counted }
}
