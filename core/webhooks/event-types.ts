import * as jobMessages from '#core/job/messages.ts'
import { type EventType, events, isEventType, isForTeam, isPrivate } from '#core/ledger/ledger.ts'
import type { Audience } from '#core/model/access.ts'
import * as part from '#core/part/part.ts'

/** Whether a webhook may be told of a type of event: what its audience finds in the log, and never what is one person's own. */
export function mayBeTold(audience: Audience, type: EventType): boolean {
  if (audience === 'office') return !isPrivate({ type })
  return isForTeam({ type }) && (Object.hasOwn(jobMessages.events, type) || Object.hasOwn(part.events, type))
}

/** The types of event that a webhook may be told of; for the jobs of one agency those of jobs. */
export const typesFor = (audience: Audience, isForOneAgency = false): EventType[] =>
  Object.keys(events)
    .filter(isEventType)
    .filter((type) => mayBeTold(audience, type) && (!isForOneAgency || Object.hasOwn(jobMessages.events, type)))

/** The types that a webhook listens to: those chosen, or all if none is. */
export const listenedTo = (audience: Audience, chosen: readonly string[], isForOneAgency = false): EventType[] =>
  typesFor(audience, isForOneAgency).filter((type) => chosen.length === 0 || chosen.includes(type))
