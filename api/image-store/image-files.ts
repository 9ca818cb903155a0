import { buffer } from 'node:stream/consumers'
import type { S3Bucket } from '#api/config/config.ts'
import { openDisk } from './disk.ts'

/** The store of images and attached files. Keys are paths without the leading slash; what a key holds never changes. */
export type ImageFiles = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined if there is no such file. */
  read(key: string): Promise<Buffer | undefined>
  has(key: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** Removes every image of a company. */
  removeAll(companyId: string): Promise<void>
}

/** Images in a local folder, or in a bucket if one is configured. */
export async function openImageFiles(folder: string, s3?: S3Bucket): Promise<ImageFiles> {
  const disk = await openDisk(folder, s3)
  return {
    put: (key, bytes) =>
      disk.put(key, bytes, { contentType: key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream' }),
    async read(key) {
      try {
        return await buffer(await disk.getStream(key))
      } catch (error) {
        if (!(await disk.exists(key))) return undefined
        throw error
      }
    },
    has: (key) => disk.exists(key),
    remove: (key) => disk.delete(key),
    removeAll: (companyId) => disk.deleteAll(`${companyId}/`),
  }
}
