import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ImageFiles } from '#api/image-store/image-files.ts'
import { keyOf } from '#api/image-store/image-paths.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { digestIn } from './photo-digest.ts'

// Each photo is processed once, so nothing is worth caching, and a pack needs only one at a time.
sharp.cache(false)
sharp.concurrency(1)

/** A photo scaled down for printing, or the reason why there is none. */
export type PrintPhoto = { jpeg: Uint8Array; width: number; height: number } | { missing: string }

/** Reads a photo, checks its bytes against the recorded SHA-256, and scales it down to its printed size. */
export async function readPhoto(files: ImageFiles, src: string): Promise<PrintPhoto> {
  if (src === erasedText) return { missing: 'This photo was erased.' }
  const digest = digestIn(src)
  if (!digest) return { missing: 'This photo is no longer available.' }
  let bytes: Buffer | undefined
  try {
    bytes = await files.read(keyOf(src))
  } catch {
    return { missing: 'This photo could not be read when the pack was made.' }
  }
  if (!bytes) return { missing: 'This photo is no longer available.' }
  if (createHash('sha256').update(bytes).digest('hex') !== digest)
    return { missing: 'This photo’s file does not match the one that was recorded.' }
  const { data, info } = await sharp(bytes)
    .resize({ width: 620, height: 465, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}
