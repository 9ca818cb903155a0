import { createHash, createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '#api/config/config.ts'
import type { Keys } from '#api/keys/keys.ts'

export type Purpose = 'invitation' | 'reset'
/** A link that stands, and whose it is. */
export type PasswordLink = { userId: string; companyId: string; purpose: Purpose; username: string; email: string }

/** How long each kind of link stands, in milliseconds. */
export const lifetimes: Record<Purpose, number> = { invitation: 7 * 86_400_000, reset: 3_600_000 }

/**
 * The secret of a link. It is derived from its id, so that a mail which waits to be sent holds no secret, and sending it
 * again after a failure sends the same link.
 */
export const tokenOf = ({ refreshSecret }: Pick<Keys, 'refreshSecret'>, linkId: string) =>
  createHmac('sha256', refreshSecret).update(`password-link:${linkId}`).digest('base64url')

/** The address of a link. What follows # stays in the browser: no log and no other site hears of it. */
export const linkTo = (base: string, purpose: Purpose, token: string) => `${base}/set-password#${purpose}=${token}`

/** Our own address as far as the settings tell; without the public one, this machine's. */
export const addressOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>) =>
  publicUrl ?? `http://localhost:${port}`

type NewLink = { token: string; userId: string; companyId: string; purpose: Purpose; createdAt: Date }

/**
 * Lets a link set a password, once, for as long as its kind stands. Doing it again changes nothing. Sweeps this person's links
 * that were over long ago.
 */
export async function addLink(
  db: pg.Pool | pg.ClientBase,
  { token, userId, companyId, purpose, createdAt }: NewLink,
): Promise<void> {
  const expiresAt = new Date(createdAt.getTime() + lifetimes[purpose])
  await db.query({
    name: 'add-password-link',
    text: `
      with swept as (delete from password_link where user_id = $2 and expires_at < now() - interval '30 days')
      insert into password_link (token_hash, user_id, company_id, purpose, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    values: [hashOf(token), userId, companyId, purpose, createdAt, expiresAt],
  })
}

/** The link of a token; undefined for one that never was, was used, was replaced, or is too old. */
export async function findLink(db: pg.Pool | pg.ClientBase, token: string): Promise<PasswordLink | undefined> {
  const { rows } = await db.query<PasswordLink>({
    name: 'find-password-link',
    text: `
      select l.user_id "userId", l.company_id "companyId", l.purpose, a.username, a.email
      from password_link l join account a using (user_id)
      where l.token_hash = $1 and l.used_at is null and l.expires_at > now()`,
    values: [hashOf(token)],
  })
  return rows[0]
}

/** Uses a link up; false when somebody else did so first. */
export async function useLink(client: pg.ClientBase, token: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'use-password-link',
    text: `
      update password_link set used_at = now() where token_hash = $1 and used_at is null and expires_at > now()`,
    values: [hashOf(token)],
  })
  return rowCount === 1
}

/**
 * Of the links for a forgotten password the last one asked for stands alone. Invitations are not of these: anyone can ask in the
 * name of somebody, who may have been given theirs by hand.
 */
export async function voidEarlierResets(
  client: pg.ClientBase,
  { userId, createdAt }: Pick<NewLink, 'userId' | 'createdAt'>,
): Promise<void> {
  await client.query({
    name: 'void-earlier-resets',
    text: `
      update password_link set used_at = now()
      where user_id = $1 and purpose = 'reset' and used_at is null and created_at < $2`,
    values: [userId, createdAt],
  })
}

/** No link of this person sets a password any more, nor does one that still waits to be mailed. */
export async function voidLinks(client: pg.ClientBase, userId: string): Promise<void> {
  // First the mail: a link that is made for one right now is waited for, and is over with the others.
  await client.query({
    name: 'drop-resets',
    text: `
      delete from mail using account
      where kind = 'reset' and user_id = $1 and lower(recipient) = lower(email)`,
    values: [userId],
  })
  await client.query({
    name: 'void-password-links',
    text: 'update password_link set used_at = now() where user_id = $1 and used_at is null',
    values: [userId],
  })
}

/** The table holds nothing that could be used: the plain hash is enough for 256 random bits. */
const hashOf = (token: string) => createHash('sha256').update(token).digest()
