import type { EventType, FoldedEvent } from '#core/ledger/ledger.ts'
import type { Role } from '#core/model/messages.ts'
import type { Notices } from '#core/notifications/settings.ts'
import type { Change } from './changes.ts'

/** Somebody who works in the company now, and how they are told. */
export type Recipient = { userId: string; role: Role; notices: Notices }

/** What a reaction knows besides the event. */
export type Known = {
  /** The events of the job before this one that the reaction looks back at, oldest first. */
  before: readonly FoldedEvent[]
  /** Everybody who may hear of it. */
  people: readonly Recipient[]
}

/** What a person is to hear about a job. */
export type Wanted = {
  userId: string
  change: Change
  /** False for what the person did: it updates what they were told of the job just before, and is no notification of its own. */
  isNews: boolean
}

/** What an event leads to: notices for people, or that everything a person was told goes, as they left. */
export type Outcome = { wanted: readonly Wanted[]; forget?: string }

/** What follows from events, outside the log. It is pure: the engine in api/reactions/ keeps its place in each company's log. */
export type Reaction = {
  /** Never changes: it names the place, and the ids of what was sent follow from it. */
  name: string
  /** Raised when it reacts otherwise. A program of an earlier version leaves the companies alone that a newer one has taken over. */
  version: number
  listensTo: readonly EventType[]
  /** The types of earlier events of the same job that it needs. */
  looksBackAt: readonly EventType[]
  react(event: FoldedEvent, known: Known): Outcome
}
