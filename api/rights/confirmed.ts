import type { RequestHandler } from 'express'
import { sql } from 'kysely'
import type pg from 'pg'
import { HttpFailure } from '#api/http/errors.ts'
import type { Services } from '#api/services/services.ts'
import { bindsRole } from '#core/company/second-factor-rule.ts'
import { codeNeeded, confirmedMinutes, passwordNeeded, signInNeeded } from '#core/wire/account/confirmation-codes.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { MemberRights } from './rights.ts'

/**
 * Whether the person of a session has confirmed lately that it is they, whether they have a second factor to do it by, and whether they
 * are asked before big changes: if their company requires a second factor of them, if they want to be, or else if they have one.
 */
export type Confirmed = { isRecent: boolean; hasSecondFactor: boolean; asksAgain: boolean }

type Asked = { sessionId: string; minutes: number }
type Asker = Pick<MemberRights, 'sessionId' | 'role'>

const confirmedLately = statement('session-is-confirmed', (p: Parameters<Asked>) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.user_id', 'session.user_id')
    .leftJoin('authenticator', 'authenticator.user_id', 'session.user_id')
    .leftJoin('second_factor_rule as rule', 'rule.company_id', 'session.company_id')
    .select((of) => [
      'asks_again',
      'required_for',
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
export async function readConfirmed(pool: pg.Pool, { sessionId, role }: Asker): Promise<Confirmed> {
  const [row] = await rowsOf(pool, confirmedLately({ sessionId, minutes: confirmedMinutes }))
  const hasSecondFactor = row?.factor ?? false
  const asksAgain = bindsRole(row?.required_for ?? 'nobody', role) || (row?.asks_again ?? hasSecondFactor)
  return { isRecent: row?.recent ?? false, hasSecondFactor, asksAgain }
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
    const { isRecent, hasSecondFactor } = await readConfirmed(authPool, res.locals.member)
    // Only Fettle's own sign-in takes passwords and codes.
    const first = config.external ? signInFirst : hasSecondFactor ? codeFirst : passwordFirst
    if (!isRecent) throw new HttpFailure(403, first)
    next()
  }

type Asking = Pick<Services, 'authPool' | 'config'>

/**
 * Behind requireMember, before calls that change or take away much: requires that a person who is asked before them signed in, or
 * confirmed that it is they, within the last ten minutes. Nobody else is asked.
 */
export const requireConfirmedAgain =
  (services: Asking): RequestHandler =>
  async (_req, res, next) => {
    const needed = await confirmationNeeded(services, res.locals.member)
    if (needed) throw new HttpFailure(403, needed)
    next()
  }

/**
 * What a person has to do before a call or command that changes or takes away much; undefined if they are not asked, or have confirmed
 * lately. Where an identity provider signs people in, nobody can confirm here.
 */
export async function confirmationNeeded(
  { authPool, config }: Asking,
  member: Asker,
): Promise<typeof codeFirst | typeof passwordFirst | undefined> {
  const { isRecent, hasSecondFactor, asksAgain } = await readConfirmed(authPool, member)
  if (isRecent || !asksAgain || config.external) return undefined
  return hasSecondFactor ? codeFirst : passwordFirst
}

const codeFirst = { error: 'Please confirm with a code that it is you.', code: codeNeeded } as const
const passwordFirst = { error: 'Please confirm with your password that it is you.', code: passwordNeeded } as const
const signInFirst = {
  error: `Please log out, sign in again with your organisation account, and do this within ${confirmedMinutes} minutes.`,
  code: signInNeeded,
} as const
