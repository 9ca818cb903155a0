import type { RequestHandler } from 'express'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { notFound } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { endSession, endSessions, idleDays, longestDays } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import type { SessionsAnswer } from '#core/wire/account/session.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** GET /api/auth/sessions: the devices a person is signed in on. */
export const listSessions =
  ({ ledgerPool }: Services): RequestHandler =>
  async (_req, res) => {
    res.json({ sessions: await readSessions(ledgerPool, res.locals.member) } satisfies SessionsAnswer)
  }

/** DELETE /api/auth/sessions/:sessionId: signs one device out at once, its sockets included. */
export const signOutOne =
  ({ authPool, ledgerPool, bell }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const sessionId = z.uuid().safeParse(req.params.sessionId).data?.toLowerCase()
    const own = await readSessions(ledgerPool, member)
    if (!sessionId || !own.some((one) => one.sessionId === sessionId)) throw notFound('Session not found.')
    await endSession(authPool, sessionId)
    bell.ring('fettle_appended', [member.companyId])
    res.json({ message: 'Signed out.' })
  }

/** DELETE /api/auth/sessions: signs all other devices out at once. */
export const signOutOthers =
  ({ authPool, bell }: Services): RequestHandler =>
  async (_req, res) => {
    const { userId, sessionId, companyId } = res.locals.member
    await endSessions(authPool, userId, sessionId)
    bell.ring('fettle_appended', [companyId])
    res.json({ message: 'Signed out everywhere else.' })
  }

const daysAgo = (days: number) => sql<string>`now() - ${`${days} days`}::interval`
type Own = Pick<MemberRights, 'companyId' | 'userId' | 'sessionId'>

const ownSessions = statement('own-sessions', (p: Parameters<Own>) =>
  db
    .selectFrom('session')
    .select(['session_id', 'device', 'address', 'created_at', 'last_used_at', 'unsent'])
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', daysAgo(idleDays))
    .where('created_at', '>', daysAgo(longestDays))
    .orderBy((session) => session('session_id', '=', p.sessionId), 'desc')
    .orderBy('last_used_at', 'desc')
    .limit(100),
)

/** A person's open sessions, the current one first. */
export async function readSessions(
  pool: Services['ledgerPool'],
  { companyId, userId, sessionId }: Own,
): Promise<SessionsAnswer['sessions']> {
  const [{ rows }] = await readInCompany(pool, companyId, [ownSessions({ companyId, userId, sessionId })])
  return rows.map((row) => ({
    sessionId: row.session_id,
    device: row.device,
    place: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    current: row.session_id === sessionId,
    ...(row.unsent ? { unsent: row.unsent } : {}),
  }))
}
