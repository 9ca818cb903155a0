import { sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '#api/config/config.ts'
import { deriveToken, hashToken, type TokenSecret } from '#api/keys/tokens.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

export type Purpose = 'invitation' | 'reset'
/** A usable link and the person it is for. */
export type PasswordLink = { userId: string; companyId: string; purpose: Purpose; username: string; email: string }

/** How long each kind of link can be used, in milliseconds. */
export const lifetimes: Record<Purpose, number> = { invitation: 7 * 86_400_000, reset: 3_600_000 }

/**
 * The token of a link, derived from the link's id, so that an unsent email holds no secret and a retry sends the same link.
 */
export const linkToken = (secret: TokenSecret, linkId: string) => deriveToken(secret, `password-link:${linkId}`)

/** The address of a link. The part after # stays in the browser, so it never appears in logs or reaches other sites. */
export const linkTo = (base: string, purpose: Purpose, token: string) => `${base}/set-password#${purpose}=${token}`

/** The public address from the settings, or localhost if none is set. */
export const addressOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>) =>
  publicUrl ?? `http://localhost:${port}`

type NewLink = { token: string; userId: string; companyId: string; purpose: Purpose; createdAt: Date }
type LinkRow = Omit<NewLink, 'token'> & { hash: Buffer; expiresAt: Date }

const insertLink = statement('add-password-link', (p: Parameters<LinkRow>) =>
  db
    .with('expired', (sweep) =>
      sweep
        .deleteFrom('password_link')
        .where('user_id', '=', p.userId)
        .where('expires_at', '<', sql<string>`now() - interval '30 days'`),
    )
    .insertInto('password_link')
    .values({
      token_hash: p.hash,
      user_id: p.userId,
      company_id: p.companyId,
      purpose: p.purpose,
      created_at: p.createdAt,
      expires_at: p.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Adds a link; adding the same link again has no effect. Also deletes the person's links that expired long ago. */
export async function addLink(
  client: pg.Pool | pg.ClientBase,
  { token, userId, companyId, purpose, createdAt }: NewLink,
): Promise<void> {
  const expiresAt = new Date(createdAt.getTime() + lifetimes[purpose])
  await client.query(insertLink({ hash: hashToken(token), userId, companyId, purpose, createdAt, expiresAt }))
}

const usableLink = statement('find-password-link', (p: Parameters<{ hash: Buffer }>) =>
  db
    .selectFrom('password_link')
    .innerJoin('account', 'account.user_id', 'password_link.user_id')
    .select(['account.user_id', 'password_link.company_id', 'purpose', 'username', 'email'])
    .where('token_hash', '=', p.hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`),
)

/** The link for a token; undefined if it is unknown, used, replaced or expired. */
export async function findLink(client: pg.Pool | pg.ClientBase, token: string): Promise<PasswordLink | undefined> {
  const [row] = await rowsOf(client, usableLink({ hash: hashToken(token) }))
  if (!row) return undefined
  const { user_id: userId, company_id: companyId, purpose, username, email } = row
  return { userId, companyId, purpose, username, email }
}

const markUsed = statement('use-password-link', (p: Parameters<{ hash: Buffer }>) =>
  db
    .updateTable('password_link')
    .set({ used_at: sql<string>`now()` })
    .where('token_hash', '=', p.hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`),
)

/** Marks a link as used; false if another request got there first. */
export async function useLink(client: pg.ClientBase, token: string): Promise<boolean> {
  const { rowCount } = await client.query(markUsed({ hash: hashToken(token) }))
  return rowCount === 1
}

const voidResetsBefore = statement('void-earlier-resets', (p: Parameters<{ userId: string; createdAt: string }>) =>
  db
    .updateTable('password_link')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', p.userId)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .where('created_at', '<', p.createdAt),
)

/**
 * Voids all but the newest of a person's reset links. Invitations are kept: anyone can request a reset in somebody's name,
 * and an invitation link may have been handed over in person.
 */
export async function voidEarlierResets(
  client: pg.ClientBase,
  { userId, createdAt }: Pick<NewLink, 'userId' | 'createdAt'>,
): Promise<void> {
  await client.query(voidResetsBefore({ userId, createdAt: createdAt.toISOString() }))
}

const deletePendingResets = statement('drop-resets', (p: Parameters<{ userId: string }>) =>
  db
    .deleteFrom('mail')
    .using('account')
    .where('kind', '=', 'reset')
    .where('user_id', '=', p.userId)
    .where((mail) => mail(mail.fn('lower', ['recipient']), '=', mail.fn('lower', ['email']))),
)
const voidAll = statement('void-password-links', (p: Parameters<{ userId: string }>) =>
  db
    .updateTable('password_link')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', p.userId)
    .where('used_at', 'is', null),
)

/** Voids all links of a person, including those not mailed yet. */
export async function voidLinks(client: pg.ClientBase, userId: string): Promise<void> {
  // Mail first: this waits for a sender that is just adding a link, so that its link is voided too.
  await client.query(deletePendingResets({ userId }))
  await client.query(voidAll({ userId }))
}
