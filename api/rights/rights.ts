import { sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '#api/config/config.ts'
import { bindsRole } from '#core/company/second-factor-rule.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { membersIn } from '#core/ledger/members.ts'
import type { Member } from '#core/member/member.ts'
import type { Role } from '#core/model/messages.ts'
import type { GoneCode } from '#core/wire/account/gone-codes.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns, readSmallStreams, storedEvent } from '#ledger/log/read.ts'
import type { Claims } from './access-token.ts'

/**
 * A signed-in person's place in their company at this moment; `isClosed` if the company was closed, and is read-only.
 * `needsSecondFactor` if the company requires one of them and they have none: until then they may do nothing but set one up.
 */
export type MemberRights = {
  userId: string
  companyId: string
  role: Role
  sessionId: string
  isClosed: boolean
  needsSecondFactor: boolean
}

/** Whose rights are asked for: the person and session of a verified token. */
export type SessionClaims = Omit<Claims, 'expiresAt'>
/** What rights are read with. */
export type RightsParts = { ledgerPool: pg.Pool; config: Pick<Config, 'external'> }
type Person = { companyId: string; userId: string }

const unrevokedSession = statement('session-stands', (p: Parameters<SessionClaims>) =>
  db
    .selectFrom('session')
    .select('created_at')
    .where('company_id', '=', p.companyId)
    .where('session_id', '=', p.sessionId)
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null),
)

/**
 * The rights of these claims' person now, read from the log in one round trip; undefined if the session has ended, the
 * person is not an active member, or the company is being erased.
 */
export const rightsOf = async (parts: RightsParts, claims: SessionClaims): Promise<MemberRights | undefined> =>
  (await readRights(parts, claims))?.member

/** A person's rights, and the version of their member stream from which they follow. */
export type ReadRights = { member: MemberRights; version: number }

/** As {@link rightsOf}, with what they follow from. */
export async function readRights(
  { config, ledgerPool }: RightsParts,
  claims: SessionClaims,
): Promise<ReadRights | undefined> {
  const { userId, companyId, sessionId } = claims
  const [session, history, closing, rules] = await readInCompany(ledgerPool, companyId, [
    unrevokedSession({ userId, companyId, sessionId }),
    memberEvents({ companyId, userId }),
    closingOf({ companyId }),
    secondFactorOf({ companyId, userId }),
  ])
  const [closed] = closing.rows
  if (closed?.erasing_since) return undefined
  const events = history.rows.map(storedEvent)
  const [opened] = session.rows
  const member = opened && isSinceRemoval(opened.created_at, events) ? foldMember(events) : undefined
  if (member?.state !== 'active') return undefined
  const role = member.userRole
  const [rule] = rules.rows
  // An identity provider takes care of the second factors of its people.
  const needsSecondFactor =
    !config.external && rule !== undefined && !rule.has_factor && bindsRole(rule.required_for, role)
  const rights = { userId, companyId, role, sessionId, isClosed: closed !== undefined, needsSecondFactor }
  return { member: rights, version: events.at(-1)?.version ?? 0 }
}

/** Why a person with an open session has no rights any more. */
export async function whyGone(pool: pg.Pool, { companyId, userId }: Person): Promise<GoneCode> {
  const [history, closing] = await readInCompany(pool, companyId, [
    memberEvents({ companyId, userId }),
    closingOf({ companyId }),
  ])
  if (closing.rows[0]?.erasing_since) return 'account-erased'
  return foldMember(history.rows.map(storedEvent))?.closed ? 'account-closed' : 'account-removed'
}

/** A company's rule, and whether a person has a second factor; no row if nobody needs one. */
const secondFactorOf = statement('second-factor-of-member', (p: Parameters<Person>) =>
  db
    .selectFrom('second_factor_rule')
    .select(['required_for', sql<boolean>`has_second_factor(${p.userId}::uuid)`.as('has_factor')])
    .where('company_id', '=', p.companyId),
)

const closingOf = statement('closing-of-company', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('company_closing').select('erasing_since').where('company_id', '=', p.companyId),
)

/** Whether a company was closed, and is read-only. */
export async function isClosed(pool: pg.Pool, companyId: string): Promise<boolean> {
  const [{ rows }] = await readInCompany(pool, companyId, [closingOf({ companyId })])
  return rows.length > 0
}

/** Whether something of a person, such as a session, was made after they were last removed: it ended with their removal for good. */
export function isSinceRemoval(madeAt: string, events: readonly StoredEvent[]): boolean {
  const removed = events.findLast(({ type }) => type === 'MemberRemoved')
  return removed === undefined || removed.recordedAt < madeAt
}

/** As {@link readMember}, for something of theirs that was made at an instant: undefined if it ended with their removal. */
export async function readMemberSince(pool: pg.Pool, person: Person, madeAt: string): Promise<Member | undefined> {
  const [{ rows }] = await readInCompany(pool, person.companyId, [memberEvents(person)])
  const events = rows.map(storedEvent)
  return isSinceRemoval(madeAt, events) ? foldMember(events) : undefined
}

/** Reads a person's events, for {@link foldMember}. */
export const memberEvents = statement('member-stream', (p: Parameters<Person>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.userId)
    .orderBy('version'),
)

/** A person in a company as the log has them now; undefined if they never were in it. */
export async function readMember(pool: pg.Pool, { companyId, userId }: Person): Promise<Member | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [memberEvents({ companyId, userId })])
  return foldMember(rows.map(storedEvent))
}

/** A person from their events; undefined if they never were in the company. */
export const foldMember = (events: readonly StoredEvent[]): Member | undefined => [...membersIn(events).values()][0]

/** Everyone who is or was in a company, and the company's seq at which the log was read. */
export async function readMembers(pool: pg.Pool, companyId: string): Promise<{ seq: number; members: Member[] }> {
  const { seq, events } = await readSmallStreams(pool, companyId, 'member')
  return { seq, members: [...membersIn(events).values()] }
}
