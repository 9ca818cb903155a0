import type * as z from 'zod/mini'

/** A former shape of an event's data: which texts an owner may erase by law, and how to upcast it to the next shape. */
export type OldShape = {
  schema: z.ZodMiniType
  /** Paths as in `erasable` in erasure.ts, for this shape. */
  erasable: readonly string[]
  next(data: unknown): unknown
}

/** Defines an old shape. Data is validated against it before it is upcast. */
export const oldShape = <S extends z.ZodMiniType>(
  schema: S,
  { erasable, next }: { erasable: readonly string[]; next: (data: z.infer<S>) => object },
): OldShape => ({ schema, erasable, next: (data) => next(schema.parse(data)) })

/**
 * The former shapes of each event type, oldest first; the first has `schema` 1. No event has changed its shape so far. Stored
 * events are never rewritten, because the hash chain covers them as written.
 */
export const oldShapes: ReadonlyMap<string, readonly OldShape[]> = new Map()
