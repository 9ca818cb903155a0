import type pg from 'pg'
import { forgetIdentities } from '#api/auth/external/identities.ts'
import { dropFeed } from '#api/feed/feeds.ts'
import { rateLimitKeysOf } from '#api/rights/rate-limits.ts'

/**
 * Takes the name, the email and all that somebody signed in by out of the database for good: in place of the name stands this
 * one, and the address is one that no mail reaches. In the caller's transaction, on the sign-in pool.
 */
export async function forgetAccount(
  client: pg.ClientBase,
  { userId, username }: { userId: string; username: string },
): Promise<void> {
  const { rows } = await client.query<{ email: string }>('select email from account where user_id = $1 for update', [
    userId,
  ])
  const email = rows[0]?.email ?? ''
  await client.query('delete from mail where lower(recipient) = lower($1)', [email])
  await client.query('delete from password_link where user_id = $1', [userId])
  await client.query(
    'delete from refresh_token using session where session.session_id = refresh_token.session_id and user_id = $1',
    [userId],
  )
  await client.query('delete from session where user_id = $1', [userId])
  await client.query('delete from rate_limit where key = any ($1)', [rateLimitKeysOf(email)])
  await forgetIdentities(client, userId)
  await dropFeed(client, userId)
  await client.query('update account set username = $2, email = $3, password_hash = null where user_id = $1', [
    userId,
    username,
    `${userId}@${erasedDomain}`,
  ])
}

/** RFC 2606: no mail ever reaches it. */
const erasedDomain = 'erased.invalid'
