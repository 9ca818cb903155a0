import type pg from 'pg'
import type { CompanyRow } from '#core/projections/company-documents.ts'
import type { CompanyAnswer } from '#core/wire.ts'
import { readInCompany } from '#ledger/connect.ts'
import { documentCountQuery, documentQuery } from './documents.ts'

/** The company with what is counted from its lists; undefined until the projector has first seen it. */
export async function readCompany(pool: pg.Pool, companyId: string): Promise<CompanyAnswer | undefined> {
  const [document, apartments] = await readInCompany(pool, companyId, [
    documentQuery(companyId, 'company', companyId),
    documentCountQuery(companyId, 'apartments'),
  ])
  const company: CompanyRow | undefined = document.rows[0]?.body
  return company && { ...company, c_id: companyId, totalApts: apartments.rows[0]?.count ?? 0, businessCustom: [] }
}
