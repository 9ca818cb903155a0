import type pg from 'pg'
import { isMemberEvent } from '#core/ledger/ledger.ts'
import { evolve, type Member } from '#core/member/member.ts'
import type { Role } from '#core/model/messages.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { eventColumns, storedEvent } from '#ledger/log/read.ts'
import type { Claims } from './access-token.ts'

/** Who a person is in a company at this moment. */
export type MemberRights = { userId: string; companyId: string; role: Role; sessionId: string }

/**
 * What the bearer of these claims may do now, by one round trip to the log; undefined when the session was ended or the
 * person is not an active member (any more).
 */
export async function rightsOf(pool: pg.Pool, claims: Omit<Claims, 'expiresAt'>): Promise<MemberRights | undefined> {
  const { userId, companyId, sessionId } = claims
  const [session, history] = await readInCompany(pool, companyId, [
    {
      name: 'session-stands',
      text: 'select from session where company_id = $1 and session_id = $2 and user_id = $3 and revoked_at is null',
      values: [companyId, sessionId, userId],
    },
    memberQuery(companyId, userId),
  ])
  const member = session.rowCount === 1 ? foldMember(history.rows) : undefined
  return member?.state === 'active' ? { userId, companyId, role: member.userRole, sessionId } : undefined
}

/** Reads a person's events. */
export const memberQuery = (companyId: string, userId: string) => ({
  name: 'member-stream',
  text: `select ${eventColumns} from event where company_id = $1 and stream_id = $2 order by version`,
  values: [companyId, userId],
})

/** A person in a company as their events say now; undefined for someone who never was there. */
export async function readMember(
  pool: pg.Pool,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<Member | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [memberQuery(companyId, userId)])
  return foldMember(rows)
}

/** A person as their events say; undefined for someone who never was in the company. */
export const foldMember = (rows: Parameters<typeof storedEvent>[0][]) =>
  rows.map(storedEvent).filter(isMemberEvent).reduce<Member | undefined>(evolve, undefined)
