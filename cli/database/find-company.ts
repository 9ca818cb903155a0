import type pg from 'pg'
import { connect, type DatabaseRole } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const findAccount = statement('find-company-of-account', (p: Parameters<{ email: string }>) =>
  db
    .selectFrom('account')
    .select(['user_id', 'company_id'])
    .where((e) => e(e.fn('lower', ['email']), '=', e.fn<string>('lower', [p.email]))),
)
const findCompanyId = statement('find-company', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('company_head')
    .select('company_id')
    .where((e) => e(e.cast<string>('company_id', 'text'), '=', e.fn<string>('lower', [p.companyId]))),
)

/** The id of the company that has this id, or an account with this email. Throws if there is none. */
export async function findCompany(databaseUrl: string, emailOrId: string): Promise<string> {
  const text = emailOrId.trim()
  const found = text.includes('@')
    ? await inRole(databaseUrl, 'fettle_auth', (pool) => accountWith(pool, text))
    : await inRole(databaseUrl, 'fettle_projector', async (pool) => {
        const [head] = await rowsOf(pool, findCompanyId({ companyId: text }))
        return head && { companyId: head.company_id }
      })
  if (found) return found.companyId
  throw new Error(`No company found for ${emailOrId}.`)
}

/** The account with this email, in any case of letters. The pool has the role fettle_auth. */
export async function accountWith(
  pool: pg.Pool,
  email: string,
): Promise<{ companyId: string; userId: string } | undefined> {
  const [account] = await rowsOf(pool, findAccount({ email: email.trim() }))
  return account && { companyId: account.company_id, userId: account.user_id }
}

async function inRole<Result>(databaseUrl: string, role: DatabaseRole, work: (pool: pg.Pool) => Promise<Result>) {
  const pool = connect(databaseUrl, role, { max: 1 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
