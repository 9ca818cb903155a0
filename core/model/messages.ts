import type * as z from 'zod/mini'
import type { Refusal } from './refusals.ts'
import { isOfKnownShape } from './upcast.ts'

/**
 * The roles of members. `system` is for automatic actions; an import acts as the person who started it. `tenant` is for what is done by
 * the link to a tenant's page, and never a member's.
 */
export const roles = ['owner', 'admin', 'team'] as const
export type Role = (typeof roles)[number]
export const actorRoles = [...roles, 'system', 'tenant'] as const
export type ActorRole = (typeof actorRoles)[number]

/** The role of a member; undefined for what no member did. */
export const memberRole = (role: string): Role | undefined => roles.find((one) => one === role)

/** The metadata of a stored event. Instants are UTC, ISO 8601 with milliseconds. */
export type Envelope = {
  companyId: string
  /** Gapless within the company, from 1. */
  seq: number
  stream: Stream
  streamId: string
  /** Gapless within the stream, from 1. */
  version: number
  schema: number
  /** The job number, on the event that assigns it. */
  number?: number
  /** Missing if the reader may not know who it was. */
  actorId?: string
  actorRole: ActorRole
  /** By the clock that `clock` names. */
  happenedAt: string
  recordedAt: string
  /** `server` if the device's clock was implausible. */
  clock: 'device' | 'server'
  commandId: string
  ordinal: number
}

export type Stream = 'job' | 'part' | 'site' | 'recurring' | 'report' | 'todo' | 'views' | 'member' | 'company'

/** Who did something and when, as lists keep it of each entry. */
export const author = (event: { actorId?: string; actorRole: string; happenedAt: string }) => ({
  userId: event.actorId ?? '',
  userRole: event.actorRole,
  timestamp: event.happenedAt,
})

/** A message is a type and its data; each type has a zod schema. */
export type Definitions = Record<string, z.ZodMiniType>
export type Message<D extends Definitions> = { [T in keyof D & string]: { type: T; data: z.infer<D[T]> } }[keyof D &
  string]
export type Recorded<E> = E extends { type: string } ? E & Envelope : never
/** The part of an event that folds receive. A replay does not read the omitted fields. */
export type Folded<E> = E extends { type: string } ? E & Omit<Envelope, 'clock' | 'commandId' | 'ordinal'> : never

/** One fold for each event type; a missing one does not compile. A fold that returns undefined removes the state. */
export type Folds<S, E extends { type: string }> = {
  [T in E['type']]: (state: S | undefined, event: Folded<Extract<E, { type: T }>>) => S | undefined
}

/** Who gave a command and when, and the facts from other streams that its decision depends on. */
export type DecisionContext<Facts = unknown> = {
  actorId: string
  actorRole: ActorRole
  companyId: string
  at: string
  /** Set if the company was closed, and is read-only. */
  isClosed?: boolean
  facts: Facts
}

/** One decision for each command type. It returns new events (none if nothing changes) or a refusal. */
export type Decisions<S, C extends { type: string; data: unknown }, E, Facts = unknown> = {
  [T in C['type']]: (
    state: S | undefined,
    data: Extract<C, { type: T }>['data'],
    context: DecisionContext<Facts>,
  ) => readonly E[] | Refusal
}

const officeFacts = new WeakSet<object>()

/** The schema of an event type that the team may not see: one of its own, as the given one may be another type's too. */
export function officeOnly<T extends z.ZodMiniType>(schema: T): T {
  const marked = schema.clone()
  officeFacts.add(marked)
  return marked
}

export const isOfficeOnly = (schema: z.ZodMiniType | undefined) => schema !== undefined && officeFacts.has(schema)

const ownFacts = new WeakSet<object>()

/** The schema of an event type that only its actor may see, not even the office; one of its own too. */
export function ownOnly<T extends z.ZodMiniType>(schema: T): T {
  const marked = schema.clone()
  ownFacts.add(marked)
  return marked
}

export const isOwnOnly = (schema: z.ZodMiniType | undefined) => schema !== undefined && ownFacts.has(schema)

/** Thrown for an unknown event type, or an unknown shape of one. The projector parks at such an event and never skips it. */
export class UnknownEvent extends Error {
  constructor({ type, schema }: { type: string; schema: number }) {
    super(`No fold knows the event type ${type}${schema === 1 ? '' : ` in shape ${schema}`}`)
    this.name = 'UnknownEvent'
  }
}

/**
 * Applies one event. Throws {@link UnknownEvent} for a type that has no fold. Only here must the compiler be told that the
 * fold found by an event's type accepts that event.
 */
export function apply<S, E extends { type: string }>(
  folds: Folds<S, E>,
  state: S | undefined,
  event: Folded<E>,
): S | undefined {
  if (!Object.hasOwn(folds, event.type) || !isOfKnownShape(event)) throw new UnknownEvent(event)
  const fold: (state: S | undefined, event: never) => S | undefined = folds[event.type as E['type']]
  return fold(state, event as never)
}

/** Turns a table of decisions into one function, which finds the decision by the command's type, as {@link apply} does. */
export function decideBy<S, C extends { type: string; data: unknown }, E, Facts>(decisions: Decisions<S, C, E, Facts>) {
  return (state: S | undefined, command: C, context: DecisionContext<Facts>): readonly E[] | Refusal => {
    const decision: (state: S | undefined, data: never, context: DecisionContext<Facts>) => readonly E[] | Refusal =
      decisions[command.type as C['type']]
    return decision(state, command.data as never, context)
  }
}
