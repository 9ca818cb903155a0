import type pg from 'pg'
import { foldMember, memberQuery } from '#api/rights/rights.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** What a person signs in with, and what they are called. */
export type Account = { userId: string; companyId: string; username: string; email: string; passwordHash?: string }

/** The account of a normal email, whatever company it is in; for the sign-in pool. */
export async function findAccount(pool: pg.Pool, email: string): Promise<Account | undefined> {
  const { rows } = await pool.query<Account & { passwordHash: string | null }>({
    name: 'find-account',
    text: `
      select user_id "userId", company_id "companyId", username, email, password_hash "passwordHash"
      from account where lower(email) = lower($1)`,
    values: [email],
  })
  const row = rows[0]
  return row && { ...row, passwordHash: row.passwordHash ?? undefined }
}

/**
 * Adds an account; false when its email has one already. Of many at once the first to commit wins. Without a password nobody
 * signs in to it yet.
 */
export async function addAccount(client: pg.ClientBase, account: Account): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'add-account',
    text: `
      insert into account (user_id, company_id, username, email, password_hash) values ($1, $2, $3, $4, $5)
      on conflict (lower(email)) do nothing`,
    values: [account.userId, account.companyId, account.username, account.email, account.passwordHash ?? null],
  })
  return rowCount === 1
}

/** The account of somebody who comes back: a new name, and no password until they choose one. */
export async function reinstateAccount(
  client: pg.ClientBase,
  { userId, username }: Pick<Account, 'userId' | 'username'>,
): Promise<void> {
  await client.query('update account set username = $2, password_hash = null where user_id = $1', [userId, username])
}

/** Sets a password, known by its hash alone; in place of this one where it is said, and false when that is another by now. */
export async function setPasswordHash(
  client: pg.ClientBase,
  { userId, passwordHash, instead }: Required<Pick<Account, 'userId' | 'passwordHash'>> & { instead?: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update account set password_hash = $2 where user_id = $1 and ($3::text is null or password_hash = $3)',
    [userId, passwordHash, instead ?? null],
  )
  return rowCount === 1
}

/** A person as answers name them; undefined unless they are an active member now. */
export async function readSessionUser(
  pool: pg.Pool,
  { companyId, userId }: Pick<Account, 'companyId' | 'userId'>,
): Promise<SessionUser | undefined> {
  const [account, history] = await readInCompany(pool, companyId, [
    {
      name: 'read-account',
      text: 'select username, email from account where company_id = $1 and user_id = $2',
      values: [companyId, userId],
    },
    memberQuery(companyId, userId),
  ])
  const member = foldMember(history.rows)
  const named = account.rows[0]
  if (!named || member?.state !== 'active') return undefined
  return { userId, username: named.username, email: named.email, userRole: member.userRole, companyId }
}
