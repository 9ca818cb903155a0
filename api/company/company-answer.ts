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
    .select(({ ref, fn, val }) => [
      ref('body').$castTo<CompanyRow>().as('body'),
      fn.coalesce(liveOf(p.companyId, 'company').select('seq'), val(0)).as('seq'),
    ])
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
 * A company as responses show it, and the seq as of which it is: its document, or its events if the projector has not seen it yet, as
 * just after it registered. Undefined if there is no such company.
 */
export async function readCompanyAt(
  pool: pg.Pool,
  companyId: string,
): Promise<{ company: CompanyAnswer; seq: number } | undefined> {
  const [document, apartments, events, head] = await readInCompany(pool, companyId, [
    companyDocument({ companyId }),
    apartmentCount({ companyId }),
    smallStreams({ companyId, stream: 'company' }),
    companyHead({ companyId }),
  ])
  const counted = { c_id: companyId, totalApts: apartments.rows[0]?.count ?? 0, businessCustom: [] }
  const [found] = document.rows
  if (found) return { company: { ...found.body, ...counted }, seq: found.seq }
  const company = foldCompany(events.rows.map(storedEvent))
  const { lastNumber = 0, seq = 0 } = head.rows[0] ?? {}
  return company && { company: { ...company, totalJob: lastNumber, ...counted }, seq }
}

/** The company alone. */
export const readCompany = async (pool: pg.Pool, companyId: string): Promise<CompanyAnswer | undefined> =>
  (await readCompanyAt(pool, companyId))?.company
