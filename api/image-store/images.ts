import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#api/config/config.ts'
import type { Keys } from '#api/keys/keys.ts'
import { type ImageFiles, openImageFiles } from './image-files.ts'
import { type ImageSigner, signImages } from './image-urls.ts'
import { openPieceStore, type PieceStore } from './piece-store.ts'

/** Everything about images: their store, their signed addresses, the folder for uploads in progress, and pieces of photos. */
export type Images = { files: ImageFiles; signer: ImageSigner; uploadsFolder: string; pieces: PieceStore }

/** Opens the store and removes the leftovers of uploads whose process was killed. */
export async function openImages(
  { dataFolder, imagesS3 }: Pick<Config, 'dataFolder' | 'imagesS3'>,
  { refreshSecret }: Pick<Keys, 'refreshSecret'>,
  now: () => Date,
): Promise<Images> {
  const [imagesFolder, uploadsFolder] = [join(dataFolder, 'images'), join(dataFolder, 'uploads')]
  await mkdir(uploadsFolder, { recursive: true, mode: 0o700 })
  await clear(uploadsFolder)
  return {
    files: await openImageFiles(imagesFolder, imagesS3),
    signer: signImages(refreshSecret, now),
    uploadsFolder,
    pieces: await openPieceStore(imagesFolder, imagesS3),
  }
}

/** No upload takes an hour; younger folders may belong to another process. */
const stale = 3_600_000

async function clear(folder: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > stale) await rm(path, { recursive: true, force: true })
  }
}
