import { oldShapes } from './old-shapes.ts'

/** The schema version of new events of a type: 1, plus one for each change of shape. */
export const schemaOf = (type: string) => 1 + (oldShapes.get(type)?.length ?? 0)

/** Whether this release can read an event; a newer release may have written a shape that is unknown here. */
export const isOfKnownShape = ({ type, schema }: { type: string; schema: number }) => schema <= schemaOf(type)

/** The old shape of a schema version; undefined for the current one. */
export const oldShapeOf = (type: string, schema: number) => oldShapes.get(type)?.[schema - 1]

/** Data in the current shape of its type. Throws if the stored data does not match its schema version. */
export const upcast = (type: string, schema: number, data: unknown): unknown =>
  (oldShapes.get(type) ?? []).slice(schema - 1).reduce((read, shape) => shape.next(read), data)

/**
 * An event in the current shape of its type. A current event, one of an unknown shape, and one whose data do not have their shape
 * are returned unchanged.
 */
export function upcastEvent<E extends { type: string; schema: number; data: unknown }>(event: E): E {
  const { type, schema, data } = event
  const current = schemaOf(type)
  const isOlder = schema < current && oldShapeOf(type, schema)?.schema.safeParse(data).success
  return isOlder ? { ...event, schema: current, data: upcast(type, schema, data) } : event
}
