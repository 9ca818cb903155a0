import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { hashToken } from '#api/keys/tokens.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** A sign-in has so many minutes for its second step, and so many tries. */
export const ticketMinutes = 10
const mostTries = 20

const now = sql<string>`now()`

/** The password as it was proved: if it is changed meanwhile, the sign-in has to begin again. */
const digestOf = (passwordHash: string) => createHash('sha256').update(passwordHash).digest()

type NewTicket = { hash: Buffer; userId: string; digest: Buffer; minutes: number }

const insertTicket = statement('add-second-step', (p: Parameters<NewTicket>) =>
  db
    .insertInto('second_step')
    .values({
      token_hash: p.hash,
      user_id: p.userId,
      password_digest: p.digest,
      expires_at: sql<string>`now() + make_interval(mins => ${p.minutes})`,
    })
    .returning('expires_at'),
)

type Proved = { userId: string; passwordHash: string }

/** Makes the ticket for the second step of signing in, once the password was right. It opens no session on its own. */
export async function addTicket(
  pool: pg.Pool,
  { userId, passwordHash }: Proved,
): Promise<{ ticket: string; expiresAt: string }> {
  const ticket = randomBytes(32).toString('base64url')
  const digest = digestOf(passwordHash)
  const [row] = await rowsOf(pool, insertTicket({ hash: hashToken(ticket), userId, digest, minutes: ticketMinutes }))
  if (!row) throw new Error('A ticket was not stored')
  return { ticket, expiresAt: row.expires_at }
}

const takeTry = statement('try-second-step', (p: Parameters<{ hash: Buffer; most: number }>) =>
  db
    .updateTable('second_step')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('token_hash', '=', p.hash)
    .where('expires_at', '>', now)
    .where('tries', '<', p.most)
    .returning(['user_id', 'password_digest']),
)

const accountOf = statement('account-of-second-step', (p: Parameters<{ userId: string }>) =>
  db.selectFrom('account').select(['user_id', 'company_id', 'password_hash']).where('user_id', '=', p.userId),
)

/** Counts a try with a ticket. Returns whose it is; undefined if it is unknown, over or used, or the password was changed since. */
export async function tryTicket(pool: pg.Pool, ticket: string): Promise<(Proved & { companyId: string }) | undefined> {
  const [row] = await rowsOf(pool, takeTry({ hash: hashToken(ticket), most: mostTries }))
  const [account] = row ? await rowsOf(pool, accountOf({ userId: row.user_id })) : []
  if (!row || !account?.password_hash || !digestOf(account.password_hash).equals(row.password_digest)) return undefined
  return { userId: account.user_id, companyId: account.company_id, passwordHash: account.password_hash }
}

const deleteTicket = statement('use-second-step', (p: Parameters<{ hash: Buffer }>) =>
  db.deleteFrom('second_step').where('token_hash', '=', p.hash),
)

/** Uses up a ticket; false if another request has just done so. */
export async function redeemTicket(pool: pg.Pool, ticket: string): Promise<boolean> {
  const { rowCount } = await pool.query(deleteTicket({ hash: hashToken(ticket) }))
  return rowCount === 1
}

const deleteExpired = statement('sweep-second-steps', () => db.deleteFrom('second_step').where('expires_at', '<', now))

/** Deletes tickets that are over. */
export async function sweepTickets(pool: pg.Pool): Promise<void> {
  await pool.query(deleteExpired({}))
}
