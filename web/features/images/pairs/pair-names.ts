import type { ImagePair } from '#core/job/job.ts'
import { sides } from '#core/job/pairs/pairs.ts'
import type { JobImage } from '#web/features/images/image-groups.ts'

/** A pair's name: the description of one of its photos, or else its position. */
export function nameOfPair(pair: ImagePair, images: readonly JobImage[], at: number): string {
  const described = sides.map((side) => imageAt(pair, side, images)?.description).find(Boolean)
  return described ?? `Pair ${at + 1}`
}

/** The photo in a place of a pair; undefined if there is none or it has not arrived. */
export const imageAt = (pair: ImagePair, side: 'before' | 'after', images: readonly JobImage[]) =>
  images.find((one) => one.imageId === pair[side]?.imageId)
