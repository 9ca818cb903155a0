import * as z from 'zod/mini'
import { companyDocument, evolve } from '#core/company/company.ts'
import { isCompanyEvent } from '#core/ledger/ledger.ts'
import type { Projection } from './projection.ts'

/** A company with its number of jobs. */
export const companyRow = z.extend(companyDocument, { totalJob: z.int() })
export type CompanyRow = z.infer<typeof companyRow>

export const companyDocuments: Projection<CompanyRow> = {
  name: 'company',
  version: 2,
  row: companyRow,
  audience: 'everyone',
  pushed: true,
  key: (event) => (event.stream === 'company' || event.type === 'JobCreated' ? event.companyId : undefined),
  fold: (row, event) => {
    if (event.type === 'JobCreated') return row && { ...row, totalJob: row.totalJob + 1 }
    const company = isCompanyEvent(event) ? evolve(row, event) : row
    return company && { ...company, totalJob: row?.totalJob ?? 0 }
  },
}
