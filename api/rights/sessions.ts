import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { hashToken } from '#api/keys/tokens.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { SessionTable } from '#ledger/database/tables.ts'

/** A session expires after this many days without use, and after `longestDays` in any case. */
export const idleDays = 14
export const longestDays = 30

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

/** A refresh token: 256 random bits, of which the tables hold only the hash. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

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
  const refreshToken = newRefreshToken()
  const shortDevice = device.slice(0, 200)
  const hash = hashToken(refreshToken)
  const { rowCount } = await client.query(
    insertSession({ sessionId, userId, companyId, device: shortDevice, address, hash, passwordHash }),
  )
  return rowCount === 1 ? { sessionId, refreshToken } : undefined
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

const revokeWithoutPlace = statement('end-session-of-removed', (p: Parameters<{ sessionId: string }>) =>
  db.updateTable('session').set({ revoked_at: now, device: '', address: '' }).where('session_id', '=', p.sessionId),
)

/** Ends a session of somebody whose account was removed, without keeping from where it asked last. */
export async function endRemovedSession(client: pg.Pool, sessionId: string) {
  await client.query(revokeWithoutPlace({ sessionId }))
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

/** The session in a row. */
export const sessionIn = (row: Pick<SessionTable, 'session_id' | 'user_id' | 'company_id'>): Session => ({
  sessionId: row.session_id,
  userId: row.user_id,
  companyId: row.company_id,
})
