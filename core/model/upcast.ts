import { oldShapes } from './old-shapes.ts'

/** The payload version that events of a type are written with today: 1, and one more for each change of its shape. */
export const schemaOf = (type: string) => 1 + (oldShapes.get(type)?.length ?? 0)

/** Whether this release can read an event: a newer one may have written it in a shape that is not known here. */
export const isOfKnownShape = ({ type, schema }: { type: string; schema: number }) => schema <= schemaOf(type)

/** The older shape that a payload version of a type is; undefined for today's. */
export const oldShapeOf = (type: string, schema: number) => oldShapes.get(type)?.[schema - 1]

/** Data as the type has it today. Throws when what is stored does not fit the shape that it is said to have. */
export const upcast = (type: string, schema: number, data: unknown): unknown =>
  (oldShapes.get(type) ?? []).slice(schema - 1).reduce((read, shape) => shape.next(read), data)

/** An event whose data is as the type has it today; what is so already, or of a shape that is not known, stays as it is. */
export function upcastEvent<E extends { type: string; schema: number; data: unknown }>(event: E): E {
  const { type, schema, data } = event
  const current = schemaOf(type)
  return schema < current ? { ...event, schema: current, data: upcast(type, schema, data) } : event
}
