import { isMemberEvent } from '#core/ledger/ledger.ts'
import { evolve, type Member, memberDocument } from '#core/member/member.ts'
import type { Projection } from './projection.ts'

/** Everyone who is or was in the company, so that past work keeps a name after they leave. */
export const members: Projection<Member> = {
  name: 'members',
  version: 4,
  row: memberDocument,
  audience: 'everyone',
  pushed: true,
  // When somebody joined, and what a removed person was before, is for the owner only.
  pushedRow: ({ userId, userRole, state }) => ({ userId, userRole, state }),
  key: (event) => (event.stream === 'member' ? event.streamId : undefined),
  fold: (member, event) => (isMemberEvent(event) ? evolve(member, event) : member),
}
