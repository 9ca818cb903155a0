import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ImageFiles } from '#api/image-store/image-files.ts'
import { isImagePath, keyOf } from '#api/image-store/image-paths.ts'
import { erasedText } from '#core/erasure/erasure.ts'

// Each photo is worked on once: nothing of it is worth keeping, and one at a time is as much as a pack needs.
sharp.cache(false)
sharp.concurrency(1)

/** A photo scaled down for printing, or why there is none. */
export type PrintPhoto = { jpeg: Buffer; width: number; height: number } | { missing: string }

/** The SHA-256 of a photo's file, which is its name. Undefined for what is none of our files. */
export const digestIn = (src: string) => (isImagePath(src) ? /([0-9a-f]{64})\.webp$/.exec(src)?.[1] : undefined)

/** Reads a photo, holds its bytes against the SHA-256 that was recorded, and makes it as small as it is printed. */
export async function readPhoto(files: ImageFiles, src: string): Promise<PrintPhoto> {
  if (src === erasedText) return { missing: 'This photo was erased.' }
  const digest = digestIn(src)
  if (!digest) return { missing: 'This photo is not there any more.' }
  let bytes: Buffer | undefined
  try {
    bytes = await files.read(keyOf(src))
  } catch {
    return { missing: 'This photo could not be read when the pack was made.' }
  }
  if (!bytes) return { missing: 'This photo is not there any more.' }
  if (createHash('sha256').update(bytes).digest('hex') !== digest)
    return { missing: 'The file of this photo is not the one that was recorded.' }
  const { data, info } = await sharp(bytes)
    .resize({ width: 620, height: 465, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}
