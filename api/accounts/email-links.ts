import { sql } from 'kysely'
import type pg from 'pg'
import { deriveToken, hashToken, type TokenSecret } from '#api/keys/tokens.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { lockEmail } from './email-of-account.ts'

/** Confirms an email, sets a new one, or takes such a change back. */
export type EmailPurpose = 'verification' | 'change' | 'undo'
/** A usable link, whose it is, and the address that it is about. */
export type EmailLink = { userId: string; companyId: string; purpose: EmailPurpose; email: string }

const day = 86_400_000
/** How long each kind of link can be used, in milliseconds. */
const lifetimes: Record<EmailPurpose, number> = { verification: day, change: day, undo: 7 * day }

/** The token of a link, derived from the id of the mail that has it, as password-links.ts does. */
export const emailLinkToken = (secret: TokenSecret, mailId: string) => deriveToken(secret, `email-link:${mailId}`)

/** The address of a link. The part after # stays in the browser. */
export const emailLinkTo = (base: string, purpose: EmailPurpose, token: string) =>
  `${base}/confirm-email#${purpose}=${token}`

type LinkRow = EmailLink & { hash: Buffer; expiresAt: Date }

/** A newer link of a kind replaces the person's earlier ones; a way back stays, whatever changes follow. */
const insertLink = statement('add-email-link', (p: Parameters<LinkRow>) =>
  db
    .with('replaced', (sweep) =>
      sweep
        .deleteFrom('email_link')
        .where('user_id', '=', p.userId)
        .where('purpose', '=', p.purpose)
        .where('purpose', '!=', 'undo'),
    )
    .insertInto('email_link')
    .values({
      token_hash: p.hash,
      user_id: p.userId,
      company_id: p.companyId,
      purpose: p.purpose,
      email: p.email,
      expires_at: p.expiresAt,
    }),
)

/** Adds a link in place of earlier ones of its kind, but for ways back. */
export async function addEmailLink(client: pg.ClientBase, { token, ...link }: EmailLink & { token: string }) {
  const expiresAt = new Date(Date.now() + lifetimes[link.purpose])
  await lockEmail(client, link.userId)
  await client.query(insertLink({ ...link, hash: hashToken(token), expiresAt }))
}

const usableLink = statement('find-email-link', (p: Parameters<{ hash: Buffer }>) =>
  db
    .selectFrom('email_link')
    .select(['user_id', 'company_id', 'purpose', 'email'])
    .where('token_hash', '=', p.hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`),
)

/** The link for a token; undefined if it is unknown, used, replaced or expired. */
export async function findEmailLink(client: pg.Pool | pg.ClientBase, token: string): Promise<EmailLink | undefined> {
  const [row] = await rowsOf(client, usableLink({ hash: hashToken(token) }))
  if (!row) return undefined
  const { user_id: userId, company_id: companyId, purpose, email } = row
  return { userId, companyId, purpose, email }
}

const markUsed = statement('use-email-link', (p: Parameters<{ hash: Buffer }>) =>
  db
    .updateTable('email_link')
    .set({ used_at: sql<string>`now()` })
    .where('token_hash', '=', p.hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`),
)

/** Uses a link; false if it is no longer usable. Of concurrent calls one succeeds. */
export async function useEmailLink(client: pg.ClientBase, token: string): Promise<boolean> {
  const { rowCount } = await client.query(markUsed({ hash: hashToken(token) }))
  return rowCount === 1
}

const deleteLinks = statement('forget-email-links', (p: Parameters<{ userId: string }>) =>
  db.deleteFrom('email_link').where('user_id', '=', p.userId),
)

/** Deletes all links about a person's addresses. */
export async function forgetEmailLinks(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(deleteLinks({ userId }))
}
