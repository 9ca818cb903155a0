import { evolve, type Member } from '#core/member/member.ts'
import { isMemberEvent, type StoredEvent } from './ledger.ts'

/** Everyone who is or was in a company, by user id, folded from events that include all events of its members. */
export function membersIn(events: readonly StoredEvent[]): Map<string, Member> {
  const members = new Map<string, Member>()
  for (const event of events.filter(isMemberEvent)) {
    const member = evolve(members.get(event.streamId), event)
    if (member) members.set(event.streamId, member)
  }
  return members
}
