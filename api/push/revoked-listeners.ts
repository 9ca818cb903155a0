import { sql } from 'kysely'
import type pg from 'pg'
import { type RightsParts, readMembers } from '#api/rights/rights.ts'
import { bindsRole, type SecondFactorRule } from '#core/company/second-factor-rule.ts'
import type { Role } from '#core/model/messages.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'

/** A person who receives pushes, with the session and role that allow it. */
export type Listener = { userId: string; companyId: string; sessionId: string; role: Role }
type ActiveRoles = ReadonlyMap<string, Role>
type Parts = RightsParts & { authPool: pg.Pool; overviewPool: pg.Pool }

/**
 * Finds the listeners who have lost their right: the session has ended, the member was removed, the role has changed, or the company
 * is being erased, of which the sessions stay until each device has heard, or it now requires a second factor that they do not have.
 * Costs two queries for any number of companies, and one more for each whose members changed.
 */
export function openRevokedListeners({ config, ledgerPool, authPool, overviewPool }: Parts) {
  /**
   * Each company's active roles, as of its latest member event. Each call keeps to those that it found or began to read, as another
   * one may put others here before all of its companies are read.
   */
  const known = new Map<string, { seq: number; roles: Promise<ActiveRoles> }>()

  /** Stored when its reading begins, not when it ends, so that a slow one cannot replace one that began after it. */
  function rolesAt(companyId: string, seq: number): Promise<ActiveRoles> {
    const found = known.get(companyId)
    if (found?.seq === seq) return found.roles
    const roles = readRoles(companyId)
    const begun = { seq, roles }
    known.set(companyId, begun)
    // Its callers get the error; the next call reads again.
    roles.catch(() => known.get(companyId) === begun && known.delete(companyId))
    return roles
  }

  async function readRoles(companyId: string): Promise<ActiveRoles> {
    const { members } = await readMembers(ledgerPool, companyId)
    const active = members.filter((one) => one.state === 'active')
    return new Map(active.map((one) => [one.userId, one.userRole]))
  }

  const isEnded = (limit: Limit | undefined, role: Role) =>
    limit === 'ended' || (limit !== undefined && !config.external && bindsRole(limit, role))

  return async <L extends Listener>(listeners: readonly L[]): Promise<L[]> => {
    if (listeners.length === 0) return []
    const companies = [...new Set(listeners.map((one) => one.companyId))]
    const [limits, latest] = await Promise.all([
      limitsOf(authPool, [...new Set(listeners.map((one) => one.sessionId))]),
      latestMemberEvents(overviewPool, companies),
    ])
    const read = await Promise.all(
      [...latest].map(async ([companyId, { seq }]) => [companyId, await rolesAt(companyId, seq)] as const),
    )
    const roles = new Map(read)
    return listeners.filter(
      ({ sessionId, companyId, userId, role }) =>
        isEnded(limits.get(sessionId), role) ||
        latest.get(companyId)?.isErased ||
        roles.get(companyId)?.get(userId) !== role,
    )
  }
}

/** What may end a session's pushes: it has ended, or its company's rule, as its person has no second factor. */
type Limit = 'ended' | SecondFactorRule

const limitedSessions = statement('sessions-limited', (p: Parameters<{ sessionIds: readonly string[] }>) =>
  db
    .selectFrom(
      sql<{ session_id: string }>`unnest(${p.sessionIds}::uuid[])`.as<'listening'>(sql`listening (session_id)`),
    )
    .leftJoin('session', (join) =>
      join.onRef('session.session_id', '=', 'listening.session_id').on('session.revoked_at', 'is', null),
    )
    .leftJoin('second_factor_rule as rule', 'rule.company_id', 'session.company_id')
    .leftJoin('authenticator', 'authenticator.user_id', 'session.user_id')
    .select(['listening.session_id', 'session.session_id as standing', 'rule.required_for'])
    .where((of) =>
      of.or([
        of('session.session_id', 'is', null),
        of.and([
          of('rule.company_id', 'is not', null),
          of('authenticator.user_id', 'is', null),
          of.not(
            of.exists(
              of.selectFrom('passkey').select('passkey_id').whereRef('passkey.user_id', '=', 'session.user_id'),
            ),
          ),
        ]),
      ]),
    ),
)

async function limitsOf(pool: pg.Pool, sessionIds: readonly string[]): Promise<Map<string, Limit>> {
  const rows = await rowsOf(pool, limitedSessions({ sessionIds }))
  return new Map(rows.map((one) => [one.session_id, one.standing === null ? 'ended' : (one.required_for ?? 'nobody')]))
}

const memberSeqs = statement('latest-member-events', (p: Parameters<{ companyIds: readonly string[] }>) =>
  db
    .selectFrom('company_head as followed')
    .select((followed) => [
      'followed.company_id',
      followed
        .selectFrom('event')
        .select((event) => event.fn.max('seq').as('seq'))
        .whereRef('event.company_id', '=', 'followed.company_id')
        .where('stream', '=', 'member')
        // The partial index of the small streams excludes jobs.
        .where('stream', '<>', 'job')
        .as('seq'),
      sql<boolean>`${isErased('followed.company_id')}`.as('isErased'),
    ])
    .where((followed) => followed('followed.company_id', '=', followed.fn.any(p.companyIds))),
)

type Latest = { seq: number; isErased: boolean }

async function latestMemberEvents(pool: pg.Pool, companyIds: readonly string[]): Promise<Map<string, Latest>> {
  const rows = await rowsOf(pool, memberSeqs({ companyIds }))
  return new Map(rows.map((one) => [one.company_id, { seq: one.seq ?? 0, isErased: one.isErased }]))
}
