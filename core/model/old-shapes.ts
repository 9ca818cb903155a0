import type * as z from 'zod/mini'

/** A shape that an event's data had once: which of its texts an owner may erase by law, and how it reads in the next shape. */
export type OldShape = {
  schema: z.ZodMiniType
  /** Paths as in `erasable` of erasure.ts, of this shape. */
  erasable: readonly string[]
  next(data: unknown): unknown
}

/** One older shape, checked before it is read in the next. */
export const oldShape = <S extends z.ZodMiniType>(
  schema: S,
  { erasable, next }: { erasable: readonly string[]; next: (data: z.infer<S>) => object },
): OldShape => ({ schema, erasable, next: (data) => next(schema.parse(data)) })

/**
 * The shapes that the data of each event type had before today's, oldest first: the first is written with `schema` 1. No event
 * has changed its shape so far. What is stored is never rewritten: the chain of hashes is of what was written.
 */
export const oldShapes: ReadonlyMap<string, readonly OldShape[]> = new Map()
