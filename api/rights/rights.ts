import { sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '#api/config/config.ts'
import { bindsRole } from '#core/company/second-factor-rule.ts'
import { membersIn } from '#core/ledger/members.ts'
import type { Member } from '#core/member/member.ts'
import type { Role } from '#core/model/messages.ts'
import type { GoneCode } from '#core/wire/account/gone-codes.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readSmallStreams, storedEvent } from '#ledger/log/read.ts'
import type { Claims } from './access-token.ts'
import { type KeyPlace, readKey } from './api-keys/key-rows.ts'
import { rightsOfKey } from './api-keys/rights-of-key.ts'
import {
  companyNow,
  foldMember,
  isClosing,
  isSinceRemoval,
  memberEvents,
  type Person,
  versionIn,
} from './member-log.ts'
import type { Standing } from './standing.ts'

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
  /** What they follow from. Whatever is appended for the person must name it, so that it is refused once that has changed. */
  standing: Standing
  /** Set if an API key calls. Its id stands for person and session: what the key does is the key's own. */
  key?: KeyPlace
}

/** Whose rights are asked for: the person and session of a verified token. */
export type SessionClaims = Omit<Claims, 'expiresAt'>
/** What rights are read with. */
export type RightsParts = { ledgerPool: pg.Pool; config: Pick<Config, 'external'> }

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
export async function rightsOf(
  { config, ledgerPool }: RightsParts,
  claims: SessionClaims,
): Promise<MemberRights | undefined> {
  const { userId, companyId, sessionId } = claims
  // A key is its own session: so the addresses of images that it was given end with it.
  if (userId === sessionId) {
    const key = await readKey(ledgerPool, { companyId, keyId: userId })
    const rights = key && (await rightsOfKey(ledgerPool, key))
    return typeof rights === 'object' ? rights : undefined
  }
  const [session, history, companies, rules] = await readInCompany(ledgerPool, companyId, [
    unrevokedSession({ userId, companyId, sessionId }),
    memberEvents({ companyId, userId }),
    companyNow({ companyId }),
    secondFactorOf({ companyId, userId }),
  ])
  const [company] = companies.rows
  if (company?.erasing_since) return undefined
  const events = history.rows.map(storedEvent)
  const [opened] = session.rows
  const member = opened && isSinceRemoval(opened.created_at, events) ? foldMember(events) : undefined
  if (member?.state !== 'active') return undefined
  const role = member.userRole
  const [rule] = rules.rows
  // An identity provider takes care of the second factors of its people.
  const needsSecondFactor =
    !config.external && rule !== undefined && !rule.has_factor && bindsRole(rule.required_for, role)
  const standing = { userId, sessionId, version: versionIn(events), companyVersion: company?.version ?? 0 }
  return { userId, companyId, role, sessionId, isClosed: isClosing(company), needsSecondFactor, standing }
}

/** A person's place in their company without a session, for what goes on when they have signed out. */
export async function readPlace(pool: pg.Pool, { companyId, userId }: Person) {
  const [history, companies] = await readInCompany(pool, companyId, [
    memberEvents({ companyId, userId }),
    companyNow({ companyId }),
  ])
  const [company] = companies.rows
  const events = history.rows.map(storedEvent)
  const standing: Standing = { userId, version: versionIn(events), companyVersion: company?.version ?? 0 }
  return { member: foldMember(events), isClosed: isClosing(company), standing }
}

/** Why a person with an open session has no rights any more. */
export const whyGone = async (pool: pg.Pool, person: Person): Promise<GoneCode> =>
  (await whyWithoutPlace(pool, person)) ?? 'account-removed'

/** Why a person has no place in their company any more; undefined if they have one, or the log knows nothing of them. */
export async function whyWithoutPlace(pool: pg.Pool, { companyId, userId }: Person): Promise<GoneCode | undefined> {
  const [history, company] = await readInCompany(pool, companyId, [
    memberEvents({ companyId, userId }),
    companyNow({ companyId }),
  ])
  if (company.rows[0]?.erasing_since) return 'account-erased'
  const member = foldMember(history.rows.map(storedEvent))
  if (member?.state !== 'removed') return undefined
  return member.closed ? 'account-closed' : 'account-removed'
}

/** A company's rule, and whether a person has a second factor; no row if nobody needs one. */
const secondFactorOf = statement('second-factor-of-member', (p: Parameters<Person>) =>
  db
    .selectFrom('second_factor_rule')
    .select(['required_for', sql<boolean>`has_second_factor(${p.userId}::uuid)`.as('has_factor')])
    .where('company_id', '=', p.companyId),
)

/** Whether a company was closed, and is read-only. */
export async function isClosed(pool: pg.Pool, companyId: string): Promise<boolean> {
  const [{ rows }] = await readInCompany(pool, companyId, [companyNow({ companyId })])
  return isClosing(rows[0])
}

/** As {@link readMember}, for something of theirs that was made at an instant: undefined if it ended with their removal. */
export async function readMemberSince(pool: pg.Pool, person: Person, madeAt: string): Promise<Member | undefined> {
  const [{ rows }] = await readInCompany(pool, person.companyId, [memberEvents(person)])
  const events = rows.map(storedEvent)
  return isSinceRemoval(madeAt, events) ? foldMember(events) : undefined
}

/** A person in a company as the log has them now; undefined if they never were in it. */
export async function readMember(pool: pg.Pool, { companyId, userId }: Person): Promise<Member | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [memberEvents({ companyId, userId })])
  return foldMember(rows.map(storedEvent))
}

/** Everyone who is or was in a company, and the company's seq at which the log was read. */
export async function readMembers(pool: pg.Pool, companyId: string): Promise<{ seq: number; members: Member[] }> {
  const { seq, events } = await readSmallStreams(pool, companyId, 'member')
  return { seq, members: [...membersIn(events).values()] }
}
