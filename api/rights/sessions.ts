import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Keys } from '#api/keys/keys.ts'
import { deriveToken, hashToken } from '#api/keys/tokens.ts'
import { inTransaction } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { SessionTable } from '#ledger/database/tables.ts'

/** A session expires after this many days without use, and after `longestDays` in any case. */
export const idleDays = 14
export const longestDays = 30
/** A refresh token can be used again for this long: the response may have been lost, or two tabs may have sent it at the same time. */
const graceSeconds = 30

/** The device and address that a session is used from. */
export type ClientInfo = { device: string; address: string }

export type Session = { sessionId: string; userId: string; companyId: string }

type NewSession = { userId: string; companyId: string } & ClientInfo
type OpenedSession = { sessionId: string; refreshToken: string }

/** Opens a session with its first refresh token. */
export async function openSession(client: pg.Pool | pg.ClientBase, session: NewSession): Promise<OpenedSession> {
  const opened = await open(client, session)
  if (!opened) throw new Error('A session needs an account')
  return opened
}

/**
 * Opens a session for a person who has just proved their password; undefined if it has been changed since. Waits for a change
 * in progress, so that a change that ends all sessions ends this one too.
 */
export const openSessionWithPassword = (
  passwordHash: string,
  client: pg.Pool | pg.ClientBase,
  session: NewSession,
): Promise<OpenedSession | undefined> => open(client, session, passwordHash)

const now = sql<string>`now()`
/** The instant so long ago, by the database's clock. */
const ago = (interval: string) => sql<string>`now() - ${interval}::interval`

type SessionRow = NewSession & { sessionId: string; hash: Buffer; passwordHash: string | null }

const insertSession = statement('open-session', (p: Parameters<SessionRow>) =>
  db
    .with('opened', (session) =>
      session
        .insertInto('session')
        .columns(['session_id', 'user_id', 'company_id', 'device', 'address'])
        .expression((of) =>
          of
            .selectFrom('account')
            .select([
              p.sessionId.as('session_id'),
              'user_id',
              p.companyId.as('company_id'),
              p.device.as('device'),
              p.address.as('address'),
            ])
            .where('user_id', '=', p.userId)
            .where((account) =>
              account.or([account('password_hash', '=', p.passwordHash), account(p.passwordHash, 'is', null)]),
            )
            .forShare(),
        )
        .returning('session_id'),
    )
    .insertInto('refresh_token')
    .columns(['token_hash', 'session_id'])
    .expression((of) => of.selectFrom('opened').select([p.hash.as('token_hash'), 'session_id'])),
)

async function open(
  client: pg.Pool | pg.ClientBase,
  { userId, companyId, device, address }: NewSession,
  passwordHash: string | null = null,
): Promise<OpenedSession | undefined> {
  const sessionId = randomUUID()
  const refreshToken = randomBytes(32).toString('base64url')
  const shortDevice = device.slice(0, 200)
  const hash = hashToken(refreshToken)
  const { rowCount } = await client.query(
    insertSession({ sessionId, userId, companyId, device: shortDevice, address, hash, passwordHash }),
  )
  return rowCount === 1 ? { sessionId, refreshToken } : undefined
}

/**
 * Exchanges a refresh token for its successor. The successor is derived, not drawn, so a token sent twice within the grace
 * period gets the same one; sent later it must have been stolen, and the session ends.
 */
export async function rotate(
  pool: pg.Pool,
  keys: Keys,
  token: string,
  address: string,
): Promise<{ session: Session; refreshToken: string } | undefined> {
  const session = await inTransaction(pool, (client) => redeemToken(client, keys, token, address))
  return session && { session, refreshToken: deriveToken(keys, token) }
}

const lockToken = statement('take-refresh-token', (p: Parameters<{ hash: Buffer }>) =>
  db
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.session_id', 'refresh_token.session_id')
    .select((of) => [
      'session.session_id',
      'session.user_id',
      'session.company_id',
      of('refresh_token.used_at', 'is not', null).as('is_used'),
      of.fn
        .coalesce(of('refresh_token.used_at', '>', ago(`${graceSeconds} seconds`)), sql<boolean>`false`)
        .as('is_in_grace'),
      of
        .and([
          of('session.revoked_at', 'is', null),
          of('refresh_token.created_at', '>', ago(`${idleDays} days`)),
          of('session.created_at', '>', ago(`${longestDays} days`)),
        ])
        .as('is_valid'),
    ])
    .where('refresh_token.token_hash', '=', p.hash)
    .forUpdate('refresh_token'),
)

type Rotation = { hash: Buffer; successor: Buffer; sessionId: string; address: string }

const replaceToken = statement('use-refresh-token', (p: Parameters<Rotation>) =>
  db
    .with('used', (of) => of.updateTable('refresh_token').set({ used_at: now }).where('token_hash', '=', p.hash))
    .with('seen', (of) =>
      of.updateTable('session').set({ last_used_at: now, address: p.address }).where('session_id', '=', p.sessionId),
    )
    .insertInto('refresh_token')
    .values({ token_hash: p.successor, session_id: p.sessionId }),
)

async function redeemToken(
  client: pg.PoolClient,
  keys: Keys,
  token: string,
  address: string,
): Promise<Session | undefined> {
  const hash = hashToken(token)
  const [found] = await rowsOf(client, lockToken({ hash }))
  if (!found?.is_valid) return undefined
  const session = sessionIn(found)
  const { sessionId } = session
  if (found.is_used) {
    if (!found.is_in_grace) await endSession(client, sessionId)
    return found.is_in_grace ? session : undefined
  }
  const successor = hashToken(deriveToken(keys, token))
  await client.query(replaceToken({ hash, successor, sessionId, address }))
  return session
}

const revokeSession = statement('end-session', (p: Parameters<{ sessionId: string }>) =>
  db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('session_id', '=', p.sessionId)
    .where('revoked_at', 'is', null),
)

/** Ends a session immediately, its access tokens included: they are only valid together with their session. */
export async function endSession(client: pg.Pool | pg.ClientBase, sessionId: string) {
  await client.query(revokeSession({ sessionId }))
}

const revokeSessions = statement('end-sessions', (p: Parameters<{ userId: string; except: string | null }>) =>
  db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null)
    .where('session_id', 'is distinct from', p.except),
)

/** Ends all sessions of a person, except one if given. */
export async function endSessions(client: pg.Pool | pg.ClientBase, userId: string, except: string | null = null) {
  await client.query(revokeSessions({ userId, except }))
}

const sessionByToken = statement('session-of-token', (p: Parameters<{ hash: Buffer }>) =>
  db
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.session_id', 'refresh_token.session_id')
    .select(['session.session_id', 'session.user_id', 'session.company_id'])
    .where('refresh_token.token_hash', '=', p.hash),
)

/** The session of a refresh token, whether or not the token has been used. */
export async function sessionOf(pool: pg.Pool, token: string): Promise<Session | undefined> {
  const [found] = await rowsOf(pool, sessionByToken({ hash: hashToken(token) }))
  return found && sessionIn(found)
}

const sessionIn = (row: Pick<SessionTable, 'session_id' | 'user_id' | 'company_id'>): Session => ({
  sessionId: row.session_id,
  userId: row.user_id,
  companyId: row.company_id,
})
