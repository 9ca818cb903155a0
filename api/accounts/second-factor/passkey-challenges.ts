import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { hashToken } from '#api/keys/tokens.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** What a challenge is for. Only signing in has no person yet. */
export type ChallengeFor = { purpose: 'sign-in' } | { purpose: 'add' | 'confirm'; userId: string }

const minutes = 5
const now = sql<string>`now()`
type NewChallenge = { hash: Buffer; purpose: ChallengeFor['purpose']; userId: string | null; minutes: number }

const insertChallenge = statement('add-passkey-challenge', (p: Parameters<NewChallenge>) =>
  db.insertInto('passkey_challenge').values({
    challenge_hash: p.hash,
    purpose: p.purpose,
    user_id: p.userId,
    expires_at: sql<string>`now() + make_interval(mins => ${p.minutes})`,
  }),
)

const personIn = (given: ChallengeFor) => ('userId' in given ? given.userId : null)

/** A new challenge for a passkey to sign, good once and for five minutes: 256 random bits in base64url. */
export async function addChallenge(pool: pg.Pool, given: ChallengeFor): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const { purpose } = given
  await pool.query(insertChallenge({ hash: hashToken(challenge), purpose, userId: personIn(given), minutes }))
  return challenge
}

const takeChallenge = statement('take-passkey-challenge', (p: Parameters<Omit<NewChallenge, 'minutes'>>) =>
  db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', p.hash)
    .where('purpose', '=', p.purpose)
    .where('user_id', 'is not distinct from', p.userId)
    .where('expires_at', '>', now),
)

/** Uses up a challenge; false if it is unknown, over, used, or was for something or somebody else. */
export async function redeemChallenge(pool: pg.Pool, challenge: string, given: ChallengeFor): Promise<boolean> {
  const { purpose } = given
  const { rowCount } = await pool.query(takeChallenge({ hash: hashToken(challenge), purpose, userId: personIn(given) }))
  return rowCount === 1
}

const deleteExpired = statement('sweep-passkey-challenges', () =>
  db.deleteFrom('passkey_challenge').where('expires_at', '<', now),
)

/** Deletes challenges that are over. */
export async function sweepChallenges(pool: pg.Pool): Promise<void> {
  await pool.query(deleteExpired({}))
}
