import { sql } from 'kysely'
import type pg from 'pg'
import { hashToken } from '#api/keys/tokens.ts'
import { inTransaction } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { endSession, idleDays, longestDays, newRefreshToken, type Session, sessionIn } from './sessions.ts'

/**
 * A successor younger than this is not exchanged but handed back. Browsers write a cookie to disk up to 30 seconds after they
 * get it: so the token on disk is never older than the last one used, however the browser ends.
 */
const settledAfter = '60 seconds'

type Rotated = { session: Session; refreshToken: string }

/**
 * Exchanges a refresh token for a successor. The last token used stays good until one of its successors is used, since the
 * response may have been lost; each time it gives another successor. Any older token, and a successor beside the one used, must
 * have been copied: it ends the session. docs/maintainers.md has the reasons.
 */
export const rotate = (pool: pg.Pool, token: string, address: string): Promise<Rotated | undefined> =>
  inTransaction(pool, (client) => redeem(client, token, address))

async function redeem(client: pg.PoolClient, token: string, address: string): Promise<Rotated | undefined> {
  const hash = hashToken(token)
  const [locked] = await rowsOf(client, lockSession({ hash }))
  const [found] = locked ? await rowsOf(client, readToken({ hash })) : []
  if (!locked || !found?.is_valid) return undefined
  const session = sessionIn(locked)
  const { sessionId } = session
  if (found.is_next && found.is_unsettled) {
    await client.query(seeSession({ sessionId, address }))
    return { session, refreshToken: token }
  }
  if (!found.is_next && !found.is_last_used) {
    await endSession(client, sessionId)
    return undefined
  }
  const refreshToken = newRefreshToken()
  await client.query(succeed({ hash, successor: hashToken(refreshToken), sessionId, address }))
  return { session, refreshToken }
}

const now = sql<string>`now()`
/** The instant so long ago, by the database's clock. */
const ago = (interval: string) => sql<string>`now() - ${interval}::interval`

/** Concurrent renewals of a session wait for each other here, so that each sees what the previous one did. */
const lockSession = statement('lock-session-of-token', (p: Parameters<{ hash: Buffer }>) =>
  db
    .selectFrom('session')
    .select(['session_id', 'user_id', 'company_id'])
    .where('session_id', '=', (of) =>
      of.selectFrom('refresh_token').select('refresh_token.session_id').where('token_hash', '=', p.hash),
    )
    .forNoKeyUpdate(),
)

const readToken = statement('read-refresh-token', (p: Parameters<{ hash: Buffer }>) =>
  db
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.session_id', 'refresh_token.session_id')
    .select((of) => [
      of('token_hash', '=', of.ref('last_used_token')).as('is_last_used'),
      // The first token of a session has no predecessor, nor have those of releases that did not record it.
      of
        .and([
          of('used_at', 'is', null),
          of.or([of('predecessor', 'is', null), of('predecessor', '=', of.ref('last_used_token'))]),
        ])
        .as('is_next'),
      of
        .and([of('predecessor', 'is not', null), of('refresh_token.created_at', '>', ago(settledAfter))])
        .as('is_unsettled'),
      of
        .and([
          of('revoked_at', 'is', null),
          of('refresh_token.created_at', '>', ago(`${idleDays} days`)),
          of('session.created_at', '>', ago(`${longestDays} days`)),
        ])
        .as('is_valid'),
    ])
    .where('token_hash', '=', p.hash),
)

type Seen = { sessionId: string; address: string }

const seeSession = statement('see-session', (p: Parameters<Seen>) =>
  db.updateTable('session').set({ last_used_at: now, address: p.address }).where('session_id', '=', p.sessionId),
)

const succeed = statement('succeed-refresh-token', (p: Parameters<Seen & { hash: Buffer; successor: Buffer }>) =>
  db
    .with('used', (of) => of.updateTable('refresh_token').set({ used_at: now }).where('token_hash', '=', p.hash))
    .with('seen', (of) =>
      of
        .updateTable('session')
        .set({ last_used_at: now, address: p.address, last_used_token: p.hash })
        .where('session_id', '=', p.sessionId),
    )
    .insertInto('refresh_token')
    .values({ token_hash: p.successor, session_id: p.sessionId, predecessor: p.hash }),
)
