import { sql } from 'kysely'
import type pg from 'pg'
import type { CompanyRow } from '#core/projections/company-documents.ts'
import type { CompanyAnswer } from '#core/wire/account/session.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { companyHead, smallStreams, storedEvent } from '#ledger/log/read.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { foldCompany } from './plan-facts.ts'

const companyDocument = statement('company-document', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('document')
    .select(({ ref }) => ref('body').$castTo<CompanyRow>().as('body'))
    .where('company_id', '=', p.companyId)
    .where('projection', '=', 'company')
    .where('generation', '=', liveOf(p.companyId, 'company').select('generation')),
)

const apartmentCount = statement('company-apartments', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('document')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', p.companyId)
    .where('projection', '=', 'apartments')
    .where('generation', '=', liveOf(p.companyId, 'apartments').select('generation')),
)

/**
 * A company as responses show it: its document, or its events if the projector has not seen it yet, as just after it
 * registered. Undefined if there is no such company.
 */
export async function readCompany(pool: pg.Pool, companyId: string): Promise<CompanyAnswer | undefined> {
  const [document, apartments, events, head] = await readInCompany(pool, companyId, [
    companyDocument({ companyId }),
    apartmentCount({ companyId }),
    smallStreams({ companyId, stream: 'company' }),
    companyHead({ companyId }),
  ])
  const counted = { c_id: companyId, totalApts: apartments.rows[0]?.count ?? 0, businessCustom: [] }
  if (document.rows[0]) return { ...document.rows[0].body, ...counted }
  const company = foldCompany(events.rows.map(storedEvent))
  return company && { ...company, totalJob: head.rows[0]?.lastNumber ?? 0, ...counted }
}
