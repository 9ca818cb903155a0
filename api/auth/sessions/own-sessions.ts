import type { RequestHandler } from 'express'
import * as z from 'zod/mini'
import { notFound } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { endSession, endSessions, idleDays, longestDays } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import type { SessionsAnswer } from '#core/wire/account/session.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** GET /api/auth/sessions: where somebody is signed in. */
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

type Row = { session_id: string; device: string; address: string; created_at: string; last_used_at: string }

async function readSessions(
  pool: Services['ledgerPool'],
  { companyId, userId, sessionId }: MemberRights,
): Promise<SessionsAnswer['sessions']> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'own-sessions',
      text: `
        select session_id, device, address, created_at, last_used_at from session
        where company_id = $1 and user_id = $2 and revoked_at is null
          and last_used_at > now() - $3::interval and created_at > now() - $4::interval
        order by session_id = $5 desc, last_used_at desc limit 100`,
      values: [companyId, userId, `${idleDays} days`, `${longestDays} days`, sessionId],
    },
  ])
  return rows.map((row: Row) => ({
    sessionId: row.session_id,
    device: row.device,
    place: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    current: row.session_id === sessionId,
  }))
}
