import type pg from 'pg'
import { type Query, rowsOf } from '#ledger/database/statement.ts'

/** `oldest` are the companies of so many of the rows that are too old; `deleted` deletes so many of one company. */
export type SweptTable = {
  oldest(limit: number): Query<{ company_id: string }>
  deleted(companyId: string, limit: number): Query
}

/**
 * Deletes what is too old in batches, company by company: a statement on a few rows of no named company cannot be sent to the one machine
 * that has them. Returns how many rows there were. `pool` is that of signing in, which sees all companies.
 */
export async function sweepByCompany(pool: pg.Pool, { oldest, deleted }: SweptTable, limit: number): Promise<number> {
  for (let swept = 0; ; ) {
    const before = swept
    const companies = new Set((await rowsOf(pool, oldest(limit))).map((one) => one.company_id))
    for (const companyId of companies) swept += (await pool.query(deleted(companyId, limit))).rowCount ?? 0
    if (swept === before) return swept
  }
}
