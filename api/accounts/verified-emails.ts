import { sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '#api/config/config.ts'
import { HttpFailure } from '#api/http/errors.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Person = { companyId: string; userId: string }

/** Whether people confirm their emails by a mailed link. Without a mail server, or with an outside provider, nobody is asked to. */
export const asksForVerification = ({ mail, external }: Pick<Config, 'mail' | 'external'>): boolean =>
  mail !== undefined && !external

const verifiedAt = statement('email-verified', (p: Parameters<Person>) =>
  db
    .selectFrom('account')
    .select(['email', 'email_verified_at'])
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId),
)

type Parts = { config: Pick<Config, 'mail' | 'external'>; ledgerPool: pg.Pool }

/** The email that a person still has to confirm; undefined if there is none. */
export async function readEmailToConfirm(
  { config, ledgerPool }: Parts,
  { companyId, userId }: Person,
): Promise<string | undefined> {
  if (!asksForVerification(config)) return undefined
  const [{ rows }] = await readInCompany(ledgerPool, companyId, [verifiedAt({ companyId, userId })])
  const account = rows[0]
  return account && account.email_verified_at === null ? account.email : undefined
}

/** Throws a 403 if a person has not confirmed their email yet. */
export async function requireVerifiedEmail(parts: Parts, person: Person): Promise<void> {
  const email = await readEmailToConfirm(parts, person)
  if (email === undefined) return
  throw new HttpFailure(403, {
    error: `Confirm your email first: open the link that was sent to ${email}.`,
    code: 'email-not-confirmed',
  })
}

const anyVerified = statement('company-email-verified', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('account')
    .select('email_verified_at')
    .where('company_id', '=', p.companyId)
    .where('email_verified_at', 'is not', null)
    .limit(1),
)

/** Whether nobody of a company has confirmed an email yet, though people are asked to: nothing is sent to others in its name until then. */
export async function isUnconfirmed({ config, ledgerPool }: Parts, companyId: string): Promise<boolean> {
  if (!asksForVerification(config)) return false
  const [{ rows }] = await readInCompany(ledgerPool, companyId, [anyVerified({ companyId })])
  return rows.length === 0
}

const markVerified = statement('verify-email', (p: Parameters<{ userId: string; email: string }>) =>
  db
    .updateTable('account')
    .set((account) => ({ email_verified_at: account.fn.coalesce('email_verified_at', sql<string>`now()`) }))
    .where('user_id', '=', p.userId)
    .where((account) => account(account.fn<string>('lower', ['email']), '=', account.fn<string>('lower', [p.email]))),
)

/** Notes that a person has shown that an email is theirs; false if their account has another one by now. */
export async function setEmailVerified(
  client: pg.Pool | pg.ClientBase,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const { rowCount } = await client.query(markVerified({ userId, email }))
  return rowCount === 1
}
