import { UnknownEvent } from '#core/model/messages.ts'
import { isOfKnownShape, oldShapeOf } from '#core/model/upcast.ts'
import { events, isEventType } from './ledger.ts'

type Event = { type: string; schema: number; data: unknown }

/** Whether data fits the schema that its event type had when it was stored. Types and shapes of newer releases are not judged. */
export const isOfShape = (event: Event): boolean => shapeFaults(event).length === 0

/** An event whose data do not have the shape of its type, which no release of Fettle writes. */
export class MalformedEvent extends Error {
  constructor({ type }: Event, faults: readonly Fault[]) {
    super(`The data of a ${type} do not have its shape: ${faults.map(inWords).join('; ')}`)
    this.name = 'MalformedEvent'
  }
}

/**
 * The names of these errors, with which the failure begins that a checkpoint keeps. Other releases look for them there, so they stay
 * as they are.
 */
export const unreadableErrors: readonly string[] = ['UnknownEvent', 'MalformedEvent']

/** Why this release cannot read an event; undefined if it can. Folds must not see an event that cannot be read. */
export function whyUnreadable(event: Event): UnknownEvent | MalformedEvent | undefined {
  if (!isEventType(event.type) || !isOfKnownShape(event)) return new UnknownEvent(event)
  // A newer release may have added optional fields, which older ones ignore.
  const faults = shapeFaults(event).filter(({ code }) => code !== 'unrecognized_keys')
  return faults.length === 0 ? undefined : new MalformedEvent(event, faults)
}

/** What is wrong with data that do not fit their schema. */
function shapeFaults({ type, schema, data }: Event): readonly Fault[] {
  if (!isEventType(type) || !isOfKnownShape({ type, schema })) return []
  return (oldShapeOf(type, schema)?.schema ?? events[type]).safeParse(data).error?.issues ?? []
}

type Fault = { code?: string | undefined; path: readonly PropertyKey[]; message: string }

const inWords = ({ path, message }: Fault) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)
