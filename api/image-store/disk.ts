import { Disk } from 'flydrive'
import type { S3Bucket } from '#api/config/config.ts'
import { DurableFiles } from './durable-files.ts'

/** Files in a folder of this machine, or in a bucket where one is set. */
export const openDisk = async (folder: string, s3?: S3Bucket): Promise<Disk> =>
  new Disk(s3 ? await bucket(s3) : new DurableFiles({ location: folder, visibility: 'private' }))

/** Loaded only here: most installations need nothing of it. */
async function bucket({ bucket, region, endpoint, credentials }: S3Bucket) {
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
