import * as z from 'zod/mini'
import { id } from '#core/model/values.ts'

export const sides = ['before', 'after'] as const
const side = z.enum(sides)
export type Side = z.infer<typeof side>

export const pairEvents = {
  /** A phone says so when the photo is taken; the photo itself may arrive later. */
  ImagePaired: z.strictObject({ imageId: id, pairId: id, side }),
  ImageUnpaired: z.strictObject({ imageId: id }),
}

export const pairCommands = {
  PairImage: z.strictObject({ jobId: id, imageId: id, pairId: id, side }),
  UnpairImage: z.strictObject({ jobId: id, imageId: id }),
}

/** A photo's place in a pair. A pair has at most one photo before and one after, and a photo is in at most one pair. */
export type Slot = { imageId: string }
export type Pair<S extends Slot = Slot> = { pairId: string; before?: S | undefined; after?: S | undefined }

/** The pairs with a photo in this place, taken out of its former one. The photo that had the place is in no pair then. */
export function withImage<S extends Slot>(pairs: readonly Pair<S>[], pairId: string, at: Side, slot: S): Pair<S>[] {
  const others = withoutImage(pairs, slot.imageId)
  return others.some((one) => one.pairId === pairId)
    ? others.map((one) => (one.pairId === pairId ? { ...one, [at]: slot } : one))
    : [...others, { pairId, [at]: slot }]
}

/** The pairs without a photo; a pair without photos goes. */
export const withoutImage = <S extends Slot>(pairs: readonly Pair<S>[], imageId: string): Pair<S>[] =>
  pairs.flatMap((pair) => {
    const at = sideOf(pair, imageId)
    if (!at) return [pair]
    const rest: Pair<S> = { ...pair }
    delete rest[at]
    return rest.before || rest.after ? [rest] : []
  })

/** The place of a photo; undefined if it is in no pair. */
export function placeOf<S extends Slot>(pairs: readonly Pair<S>[], imageId: string) {
  for (const pair of pairs) {
    const at = sideOf(pair, imageId)
    const slot = at && pair[at]
    if (slot) return { pair, pairId: pair.pairId, side: at, slot }
  }
  return undefined
}

const sideOf = (pair: Pair, imageId: string) => sides.find((one) => pair[one]?.imageId === imageId)
