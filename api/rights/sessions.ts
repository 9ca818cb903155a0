import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Keys } from '#api/keys/keys.ts'

/** A session nobody used for so long is over, and so is any that is older than this. */
export const idleDays = 14
export const longestDays = 30
/** A token just used is taken again for so long: the answer may have been lost, or two tabs asked at once. */
const graceSeconds = 30

/** What a session is used by, and from where. */
export type ClientInfo = { device: string; address: string }

export type Session = { sessionId: string; userId: string; companyId: string }

type NewSession = { userId: string; companyId: string } & ClientInfo
type Opened = { sessionId: string; refreshToken: string }

/** A new session with its first refresh token; also sweeps this person's sessions that are long over. */
export async function openSession(db: pg.Pool | pg.ClientBase, one: NewSession): Promise<Opened> {
  const opened = await open(db, one)
  if (!opened) throw new Error('A session is of somebody who has an account')
  return opened
}

/**
 * A new session of somebody who has shown their password; undefined when it was changed meanwhile. It waits for a change that
 * is being made, so that whoever ends all sessions with it ends this one too.
 */
export const openSessionWithPassword = (
  passwordHash: string,
  db: pg.Pool | pg.ClientBase,
  one: NewSession,
): Promise<Opened | undefined> => open(db, one, passwordHash)

async function open(
  db: pg.Pool | pg.ClientBase,
  { userId, companyId, device, address }: NewSession,
  passwordHash?: string,
): Promise<Opened | undefined> {
  const sessionId = randomUUID()
  const refreshToken = randomBytes(32).toString('base64url')
  const { rowCount } = await db.query({
    name: 'open-session',
    text: `
      with over as (select session_id from session where user_id = $2 and created_at < now() - $6::interval),
        swept_tokens as (delete from refresh_token where session_id in (select session_id from over)),
        opened as (
          insert into session (session_id, user_id, company_id, device, address)
          select $1, $2, $3, $4, $7 from account where user_id = $2 and ($8::text is null or password_hash = $8) for share
          returning session_id
        )
      insert into refresh_token (token_hash, session_id) select $5, session_id from opened`,
    values: [
      sessionId,
      userId,
      companyId,
      device.slice(0, 200),
      hashOf(refreshToken),
      `${longestDays + 1} days`,
      address,
      passwordHash ?? null,
    ],
  })
  return rowCount === 1 ? { sessionId, refreshToken } : undefined
}

/**
 * Uses a refresh token up for its successor. The same token gives the same successor for a short while, since it is derived
 * and not drawn; later it can only have been stolen, by whoever came first or second, and the session ends for both.
 */
export async function rotate(
  pool: pg.Pool,
  keys: Keys,
  token: string,
  address: string,
): Promise<{ session: Session; refreshToken: string } | undefined> {
  const client = await pool.connect()
  let broken = true
  try {
    await client.query('begin')
    const session = await takeToken(client, keys, token, address)
    await client.query('commit')
    broken = false
    return session && { session, refreshToken: successorOf(keys, token) }
  } finally {
    // A connection that failed in the middle is not used again.
    client.release(broken)
  }
}

async function takeToken(
  client: pg.PoolClient,
  keys: Keys,
  token: string,
  address: string,
): Promise<Session | undefined> {
  const { rows } = await client.query<Session & { stands: boolean; used: boolean; graced: boolean }>({
    name: 'take-refresh-token',
    text: `
      select s.session_id "sessionId", s.user_id "userId", s.company_id "companyId", t.used_at is not null used,
        coalesce(t.used_at > now() - $2::interval, false) graced,
        s.revoked_at is null and t.created_at > now() - $3::interval and s.created_at > now() - $4::interval stands
      from refresh_token t join session s using (session_id) where t.token_hash = $1 for update of t`,
    values: [hashOf(token), `${graceSeconds} seconds`, `${idleDays} days`, `${longestDays} days`],
  })
  const found = rows[0]
  if (!found?.stands) return undefined
  const { sessionId, userId, companyId } = found
  if (found.used) {
    if (!found.graced) await endSession(client, sessionId)
    return found.graced ? { sessionId, userId, companyId } : undefined
  }
  await client.query({
    name: 'use-refresh-token',
    text: `
      with used as (update refresh_token set used_at = now() where token_hash = $1),
        seen as (update session set last_used_at = now(), address = $4 where session_id = $2)
      insert into refresh_token (token_hash, session_id) values ($3, $2)`,
    values: [hashOf(token), sessionId, hashOf(successorOf(keys, token)), address],
  })
  return { sessionId, userId, companyId }
}

/** Ends a session at once, access tokens included, since they are good only while it stands. */
export async function endSession(db: pg.Pool | pg.ClientBase, sessionId: string) {
  await db.query('update session set revoked_at = now() where session_id = $1 and revoked_at is null', [sessionId])
}

/** Ends all sessions of a person but one, or all of them. */
export async function endSessions(db: pg.Pool | pg.ClientBase, userId: string, but?: string) {
  await db.query({
    name: 'end-sessions',
    text: `
      update session set revoked_at = now()
      where user_id = $1 and revoked_at is null and session_id is distinct from $2::uuid`,
    values: [userId, but ?? null],
  })
}

/** The session that a refresh token belongs to, used up or not. */
export async function sessionOf(pool: pg.Pool, token: string): Promise<Session | undefined> {
  const { rows } = await pool.query<Session>({
    name: 'session-of-token',
    text: `
      select s.session_id "sessionId", s.user_id "userId", s.company_id "companyId"
      from refresh_token t join session s using (session_id) where t.token_hash = $1`,
    values: [hashOf(token)],
  })
  return rows[0]
}

/** The table holds no token that could be used: the plain hash is enough for 256 random bits. */
const hashOf = (token: string) => createHash('sha256').update(token).digest()

const successorOf = ({ refreshSecret }: Keys, token: string) =>
  createHmac('sha256', refreshSecret).update(token).digest('base64url')
