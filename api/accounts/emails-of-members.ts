import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const emailsOf = statement('emails-of-members', (p: Parameters<{ companyId: string; userIds: readonly string[] }>) =>
  db
    .selectFrom('account')
    .select('email')
    .where('company_id', '=', p.companyId)
    .where((account) => account('user_id', '=', account.fn.any(p.userIds))),
)

/** The emails of these members of a company. */
export async function emailsOfMembers(pool: pg.Pool, companyId: string, userIds: readonly string[]): Promise<string[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [emailsOf({ companyId, userIds })])
  return rows.map((one) => one.email)
}
