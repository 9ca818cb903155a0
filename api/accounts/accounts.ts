import { sql } from 'kysely'
import type pg from 'pg'
import { foldMember, memberEvents } from '#api/rights/member-log.ts'
import { withoutErased } from '#core/member/details.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { storedEvent } from '#ledger/log/read.ts'
import { isKeptForUndo } from './email-of-account.ts'

/**
 * A person's sign-in details and name. Without a password hash nobody can sign in to the account; `isVerified` once the person has
 * shown that the email is theirs.
 */
export type Account = {
  userId: string
  companyId: string
  username: string
  email: string
  passwordHash?: string
  isVerified: boolean
}

const accountByEmail = statement('find-account', (p: Parameters<{ email: string }>) =>
  db
    .selectFrom('account')
    .select(['user_id', 'company_id', 'username', 'email', 'password_hash', 'email_verified_at'])
    .where((account) => account(account.fn<string>('lower', ['email']), '=', account.fn<string>('lower', [p.email]))),
)

/** The account with a normalised email, in any company; for the sign-in pool. */
export async function findAccount(pool: pg.Pool, normalEmail: string): Promise<Account | undefined> {
  const [row] = await rowsOf(pool, accountByEmail({ email: normalEmail }))
  if (!row) return undefined
  const { user_id: userId, company_id: companyId, username, email, password_hash: hash } = row
  const isVerified = row.email_verified_at !== null
  return { userId, companyId, username, email, isVerified, ...(hash === null ? {} : { passwordHash: hash }) }
}

type NewAccount = Omit<Account, 'passwordHash' | 'isVerified'> & {
  passwordHash: string | null
  verifiedAt: Date | null
}

const insertAccount = statement('add-account', (p: Parameters<NewAccount>) =>
  db
    .insertInto('account')
    .values({
      user_id: p.userId,
      company_id: p.companyId,
      username: p.username,
      email: p.email,
      password_hash: p.passwordHash,
      email_verified_at: p.verifiedAt,
      password_set_at: sql<string | null>`case when ${p.passwordHash}::text is not null then now() end`,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing()),
)

/** Adds an account; false if its email already has one, or is kept for somebody who may take back a change of it. Of concurrent calls the first to commit wins. */
export async function addAccount(client: pg.ClientBase, account: Account): Promise<boolean> {
  if (await isKeptForUndo(client, account.email)) return false
  const { passwordHash = null, isVerified, ...person } = account
  const verifiedAt = isVerified ? new Date() : null
  const { rowCount } = await client.query(insertAccount({ ...person, passwordHash, verifiedAt }))
  return rowCount === 1
}

const lockPassword = statement('reinstate-account', (p: Parameters<{ userId: string }>) =>
  db.updateTable('account').set({ password_hash: null }).where('user_id', '=', p.userId),
)

/**
 * Reinstates a former member's account. It has no password until they choose one, and keeps its username, by which the history and
 * evidence packs name their earlier work.
 */
export async function reinstateAccount(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(lockPassword({ userId }))
}

type NewPassword = { userId: string; passwordHash: string }

const updatePassword = statement('set-password-hash', (p: Parameters<NewPassword>) =>
  db
    .updateTable('account')
    .set({ password_hash: p.passwordHash, password_set_at: sql<string>`now()` })
    .where('user_id', '=', p.userId),
)
const replacePassword = statement('replace-password-hash', (p: Parameters<NewPassword & { previous: string }>) =>
  db
    .updateTable('account')
    .set({ password_hash: p.passwordHash, password_set_at: sql<string>`now()` })
    .where('user_id', '=', p.userId)
    .where('password_hash', '=', p.previous),
)

/** Sets a password by its hash. With `previous` only if that is still the current hash; false if it is not. */
export async function setPasswordHash(
  client: pg.ClientBase,
  { userId, passwordHash, previous }: NewPassword & { previous?: string },
): Promise<boolean> {
  const update =
    previous === undefined
      ? updatePassword({ userId, passwordHash })
      : replacePassword({ userId, passwordHash, previous })
  const { rowCount } = await client.query(update)
  return rowCount === 1
}

const accountName = statement('read-account', (p: Parameters<{ companyId: string; userId: string }>) =>
  db
    .selectFrom('account')
    .select(['username', 'email'])
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId),
)

/** A person as responses show them; undefined unless they are an active member now. */
export async function readSessionUser(
  pool: pg.Pool,
  { companyId, userId }: Pick<Account, 'companyId' | 'userId'>,
): Promise<SessionUser | undefined> {
  const [accounts, history] = await readInCompany(pool, companyId, [
    accountName({ companyId, userId }),
    memberEvents({ companyId, userId }),
  ])
  const member = foldMember(history.rows.map(storedEvent))
  const account = accounts.rows[0]
  if (!account || member?.state !== 'active') return undefined
  return {
    userId,
    username: account.username,
    email: account.email,
    userRole: member.userRole,
    companyId,
    ...withoutErased(member),
  }
}
