import { isOfKnownShape, oldShapeOf } from '#core/model/upcast.ts'
import { events, isEventType } from './ledger.ts'

/** Whether data fits the schema that its event type had when it was stored. Types and shapes of newer releases are not judged. */
export function isOfShape({ type, schema, data }: { type: string; schema: number; data: unknown }): boolean {
  if (!isEventType(type) || !isOfKnownShape({ type, schema })) return true
  return (oldShapeOf(type, schema)?.schema ?? events[type]).safeParse(data).success
}
