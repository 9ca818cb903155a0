import type * as z from 'zod/mini'
import type { Refusal } from './refusals.ts'
import { isOfKnownShape } from './upcast.ts'

/** The three roles a member holds; `system` acts by itself (imports name their person, clocks do not). */
export const roles = ['owner', 'admin', 'team'] as const
export type Role = (typeof roles)[number]
export type ActorRole = Role | 'system'

/** What surrounds the data of a stored event. Instants are UTC, ISO 8601 with milliseconds. */
export type Envelope = {
  companyId: string
  /** Gapless within the company, from 1. */
  seq: number
  stream: Stream
  streamId: string
  /** Gapless within the stream, from 1. */
  version: number
  schema: number
  /** The job number, on the one event that gives it out. */
  number?: number
  /** Missing where the reader may not know who it was. */
  actorId?: string
  actorRole: ActorRole
  /** The device's clock, or the server's where `clock` says so. */
  happenedAt: string
  recordedAt: string
  /** `server` when the device's clock could not be believed. */
  clock: 'device' | 'server'
  commandId: string
  ordinal: number
}

export type Stream = 'job' | 'part' | 'todo' | 'member' | 'company'

/** A message is a type and its data, one zod schema for each type. */
export type Definitions = Record<string, z.ZodMiniType>
export type Message<D extends Definitions> = { [T in keyof D & string]: { type: T; data: z.infer<D[T]> } }[keyof D &
  string]
export type Recorded<E> = E extends { type: string } ? E & Envelope : never
/** What folds are given of an event: nothing that they make may rest on the rest, which a replay does not read. */
export type Folded<E> = E extends { type: string } ? E & Omit<Envelope, 'clock' | 'commandId' | 'ordinal'> : never

/** One fold for each event type: forgetting one does not compile. A fold that answers undefined removes the state. */
export type Folds<S, E extends { type: string }> = {
  [T in E['type']]: (state: S | undefined, event: Folded<Extract<E, { type: T }>>) => S | undefined
}

/** Who asks and when, with the facts from other streams that a decision may rest on. */
export type DecisionContext<Facts = unknown> = {
  actorId: string
  actorRole: ActorRole
  companyId: string
  at: string
  facts: Facts
}

/** One decision for each command type: the events that follow, none when it is already so, or a refusal. */
export type Decisions<S, C extends { type: string; data: unknown }, E, Facts = unknown> = {
  [T in C['type']]: (
    state: S | undefined,
    data: Extract<C, { type: T }>['data'],
    context: DecisionContext<Facts>,
  ) => readonly E[] | Refusal
}

const officeFacts = new WeakSet<object>()

/** Marks an event type as a fact that the team may not see. */
export function officeOnly<T extends z.ZodMiniType>(schema: T): T {
  officeFacts.add(schema)
  return schema
}

export const isOfficeOnly = (schema: z.ZodMiniType | undefined) => schema !== undefined && officeFacts.has(schema)

const ownFacts = new WeakSet<object>()

/** Marks an event type as a fact that only who caused it may see; the office may not either. */
export function ownOnly<T extends z.ZodMiniType>(schema: T): T {
  ownFacts.add(schema)
  return schema
}

export const isOwnOnly = (schema: z.ZodMiniType | undefined) => schema !== undefined && ownFacts.has(schema)

/** Thrown by a fold that meets an event type, or a shape of one, that it does not know; the projector parks on it, never skips. */
export class UnknownEvent extends Error {
  constructor({ type, schema }: { type: string; schema: number }) {
    super(`No fold knows the event type ${type}${schema === 1 ? '' : ` in shape ${schema}`}`)
    this.name = 'UnknownEvent'
  }
}

/**
 * Applies one event. Throws {@link UnknownEvent} for a type that has no fold. The one place where the compiler has to be
 * told that a fold found by an event's type takes that event.
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

/** Turns a table of decisions into one function; as in {@link apply}, a command's type picks the decision that takes it. */
export function decideBy<S, C extends { type: string; data: unknown }, E, Facts>(decisions: Decisions<S, C, E, Facts>) {
  return (state: S | undefined, command: C, context: DecisionContext<Facts>): readonly E[] | Refusal => {
    const decision: (state: S | undefined, data: never, context: DecisionContext<Facts>) => readonly E[] | Refusal =
      decisions[command.type as C['type']]
    return decision(state, command.data as never, context)
  }
}
