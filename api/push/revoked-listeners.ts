import type pg from 'pg'
import { isMemberEvent } from '#core/ledger/ledger.ts'
import { evolve, type Member } from '#core/member/member.ts'
import type { Role } from '#core/model/messages.ts'
import { readSmallStreams } from '#ledger/log/read.ts'

/** Somebody who is let listen: by which session, in which role. */
export type Listener = { userId: string; companyId: string; sessionId: string; role: Role }
type Pools = { ledgerPool: pg.Pool; authPool: pg.Pool; overviewPool: pg.Pool }

/**
 * Finds who may no longer listen as they do: their session was ended, they were removed, or their role is another. For any
 * number of companies it costs two queries, and two more for each whose members changed.
 */
export function openStanding({ ledgerPool, authPool, overviewPool }: Pools) {
  /** The last event of its members that a company's listeners were held against, and what came of it. */
  const known = new Map<string, { seq: number; roles: Map<string, Role> }>()

  async function readRoles(companyId: string, seq: number) {
    const { events } = await readSmallStreams(ledgerPool, companyId, 'member')
    const members = new Map<string, Member | undefined>()
    for (const event of events.filter(isMemberEvent))
      members.set(event.streamId, evolve(members.get(event.streamId), event))
    const active = [...members.values()].flatMap((one) => (one?.state === 'active' ? [one] : []))
    known.set(companyId, { seq, roles: new Map(active.map((one) => [one.userId, one.userRole])) })
  }

  return async <L extends Listener>(listeners: readonly L[]): Promise<L[]> => {
    if (listeners.length === 0) return []
    const companies = [...new Set(listeners.map((one) => one.companyId))]
    const [ended, latest] = await Promise.all([
      endedSessions(authPool, [...new Set(listeners.map((one) => one.sessionId))]),
      latestMemberEvents(overviewPool, companies),
    ])
    const changed = companies.filter((one) => known.get(one)?.seq !== latest.get(one))
    await Promise.all(changed.map((one) => readRoles(one, latest.get(one) ?? 0)))
    return listeners.filter(
      ({ sessionId, companyId, userId, role }) =>
        ended.has(sessionId) || known.get(companyId)?.roles.get(userId) !== role,
    )
  }
}

async function endedSessions(pool: pg.Pool, sessionIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ session_id: string }>({
    name: 'ended-sessions',
    text: `
      select asked.session_id from unnest($1::uuid[]) asked (session_id)
      left join session s on s.session_id = asked.session_id and s.revoked_at is null where s.session_id is null`,
    values: [sessionIds],
  })
  return new Set(rows.map((one) => one.session_id))
}

async function latestMemberEvents(pool: pg.Pool, companyIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ company_id: string; seq: number }>({
    name: 'latest-member-events',
    text: `
      select company_id, (
        select max(seq) from event e
        where e.company_id = asked.company_id and e.stream = 'member' and e.stream <> 'job'
      ) as seq from unnest($1::uuid[]) asked (company_id)`,
    values: [companyIds],
  })
  return new Map(rows.map((one) => [one.company_id, one.seq]))
}
