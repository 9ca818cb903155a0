import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#api/config/config.ts'
import type { Keys } from '#api/keys/keys.ts'
import { type ImageFiles, openImageFiles } from './image-files.ts'
import { type ImageSigner, signImages } from './image-urls.ts'

/** All that has to do with pictures: where they are, how they are addressed, and where uploads lie until they are. */
export type Images = { files: ImageFiles; signer: ImageSigner; uploadsFolder: string }

/** Opens it, and clears away what uploads left behind whose process was killed. */
export async function openImages(
  { dataFolder, imagesS3 }: Pick<Config, 'dataFolder' | 'imagesS3'>,
  { refreshSecret }: Pick<Keys, 'refreshSecret'>,
  now: () => Date,
): Promise<Images> {
  const uploadsFolder = join(dataFolder, 'uploads')
  await mkdir(uploadsFolder, { recursive: true, mode: 0o700 })
  await clear(uploadsFolder)
  return {
    files: await openImageFiles(join(dataFolder, 'images'), imagesS3),
    signer: signImages(refreshSecret, now),
    uploadsFolder,
  }
}

/** No upload lives for an hour; younger ones may be of another process. */
const stale = 3_600_000

async function clear(folder: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > stale) await rm(path, { recursive: true, force: true })
  }
}
