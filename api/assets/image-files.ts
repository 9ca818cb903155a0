import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import type { S3Images } from '../config.ts'
import { DurableFiles } from './durable-files.ts'

/** Where pictures are kept, by their path without the leading slash. Nothing is ever changed under a path. */
export type ImageFiles = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is none. */
  read(key: string): Promise<Buffer | undefined>
  has(key: string): Promise<boolean>
  remove(key: string): Promise<void>
}

/** Pictures in a folder of this machine, or in a bucket where one is set. */
export async function openImageFiles(folder: string, s3?: S3Images): Promise<ImageFiles> {
  const disk = new Disk(s3 ? await bucket(s3) : new DurableFiles({ location: folder, visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(key, bytes, { contentType: 'image/webp' }),
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
  }
}

/** Loaded only here: most installations need nothing of it. */
async function bucket({ bucket, region, endpoint, credentials }: S3Images) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    bucket,
    region,
    visibility: 'private',
    // Buckets of today have no lists of who may read what, and other makers' never had.
    supportsACL: false,
    ...(credentials ? { credentials } : {}),
    // Others than Amazon rarely give each bucket a name of its own in the DNS.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  })
}
