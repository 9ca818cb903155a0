import type { StoredEvent } from '#core/ledger/ledger.ts'
import { membersIn } from '#core/ledger/members.ts'
import type { Member } from '#core/member/member.ts'
import { type Parameters, type RowOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns } from '#ledger/log/read.ts'

/** Somebody in a company. */
export type Person = { companyId: string; userId: string }

/** Reads a person's events, for {@link foldMember}. */
export const memberEvents = statement('member-stream', (p: Parameters<Person>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.userId)
    .orderBy('version'),
)

/** A person from their events; undefined if they never were in the company. */
export const foldMember = (events: readonly StoredEvent[]): Member | undefined => [...membersIn(events).values()][0]

/** The version of a stream with these events. */
export const versionIn = (events: readonly StoredEvent[]) => events.at(-1)?.version ?? 0

/** The version of a company's stream, and its closing if it was closed. */
export const companyNow = statement('company-of-member', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('event')
    .leftJoin('company_closing as closing', 'closing.company_id', 'event.company_id')
    .select(['version', 'closing.company_id as closing', 'erasing_since'])
    .where('event.company_id', '=', p.companyId)
    .where('stream_id', '=', p.companyId)
    .orderBy('version', 'desc')
    .limit(1),
)

/** Whether that company was closed. */
export const isClosing = (company: RowOf<ReturnType<typeof companyNow>> | undefined) =>
  (company?.closing ?? null) !== null

/** Whether something of a person, such as a session, was made after they were last removed: it ended with their removal for good. */
export function isSinceRemoval(madeAt: string, events: readonly StoredEvent[]): boolean {
  const removed = events.findLast(({ type }) => type === 'MemberRemoved')
  return removed === undefined || removed.recordedAt < madeAt
}
