import type { RequestHandler } from 'express'
import { sql } from 'kysely'
import type pg from 'pg'
import { HttpFailure } from '#api/http/errors.ts'
import type { Services } from '#api/services/services.ts'
import { codeNeeded, confirmedMinutes, passwordNeeded, signInNeeded } from '#core/wire/account/confirmation-codes.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { MemberRights } from './rights.ts'

/** Whether the person of a session has confirmed lately that it is they, and whether they have a second factor to do it by. */
export type Confirmed = { isRecent: boolean; hasSecondFactor: boolean }

type Asked = { sessionId: string; minutes: number }

const confirmedLately = statement('session-is-confirmed', (p: Parameters<Asked>) =>
  db
    .selectFrom('session')
    .leftJoin('authenticator', 'authenticator.user_id', 'session.user_id')
    .select((of) => [
      of
        .fn<boolean>('coalesce', [
          of('proved_at', '>', sql<string>`now() - make_interval(mins => ${p.minutes})`),
          sql<boolean>`false`,
        ])
        .as('recent'),
      of
        .or([
          of('authenticator.user_id', 'is not', null),
          of.exists(of.selectFrom('passkey').select('passkey_id').whereRef('passkey.user_id', '=', 'session.user_id')),
        ])
        .$castTo<boolean>()
        .as('factor'),
    ])
    .where('session_id', '=', p.sessionId),
)

/** Reads it; for the sign-in pool. */
export async function readConfirmed(pool: pg.Pool, sessionId: string): Promise<Confirmed> {
  const [row] = await rowsOf(pool, confirmedLately({ sessionId, minutes: confirmedMinutes }))
  return { isRecent: row?.recent ?? false, hasSecondFactor: row?.factor ?? false }
}

const confirmSession = statement('confirm-session', (p: Parameters<{ sessionId: string }>) =>
  db.updateTable('session').set({ proved_at: sql<string>`now()` }).where('session_id', '=', p.sessionId),
)

/** Notes that the person of a session has just confirmed that it is they. */
export async function noteConfirmed(pool: pg.Pool, sessionId: string): Promise<void> {
  await pool.query(confirmSession({ sessionId }))
}

/** Behind requireMember: requires that the person signed in, or confirmed that it is they, within the last ten minutes. */
export const requireConfirmed =
  ({ authPool, config }: Pick<Services, 'authPool' | 'config'>): RequestHandler =>
  async (_req, res, next) => {
    const { isRecent, hasSecondFactor } = await readConfirmed(authPool, res.locals.member.sessionId)
    // Only Fettle's own sign-in takes passwords and codes.
    if (!isRecent) throw config.external ? needsSignIn : hasSecondFactor ? needsCode : needsPassword
    next()
  }

/**
 * Behind requireMember, before calls that change or take away much: requires that a person with a second factor signed in, or
 * confirmed that it is they, within the last ten minutes. Nobody else is asked.
 */
export const requireCode =
  ({ authPool }: Pick<Services, 'authPool'>): RequestHandler =>
  async (_req, res, next) => {
    if (await isCodeNeeded(authPool, res.locals.member)) throw needsCode
    next()
  }

/** Whether a person has a second factor and has not confirmed by it lately; for the sign-in pool. */
export async function isCodeNeeded(pool: pg.Pool, { sessionId }: Pick<MemberRights, 'sessionId'>): Promise<boolean> {
  const { isRecent, hasSecondFactor } = await readConfirmed(pool, sessionId)
  return hasSecondFactor && !isRecent
}

/** Asks for a code first. A command is answered the same. */
export const codeFirst = { error: 'Please confirm with a code that it is you.', code: codeNeeded } as const
const needsCode = new HttpFailure(403, codeFirst)
const needsPassword = new HttpFailure(403, {
  error: 'Please confirm with your password that it is you.',
  code: passwordNeeded,
})
const needsSignIn = new HttpFailure(403, {
  error: `Please log out, sign in again with your organisation account, and do this within ${confirmedMinutes} minutes.`,
  code: signInNeeded,
})
