import { Disk } from 'flydrive'
import type { S3Bucket } from '#api/config/config.ts'
import { DurableFiles } from './durable-files.ts'

/** Files in a local folder, or in a bucket if one is configured. */
export const openDisk = async (folder: string, s3?: S3Bucket): Promise<Disk> =>
  new Disk(s3 ? await bucket(s3) : new DurableFiles({ location: folder, visibility: 'private' }))

/** Loaded on demand: most installations have no bucket. */
async function bucket({ bucket, region, endpoint, credentials }: S3Bucket) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    bucket,
    region,
    visibility: 'private',
    // Modern buckets have no access control lists, and other vendors' never had them.
    supportsACL: false,
    ...(credentials ? { credentials } : {}),
    // Vendors other than Amazon rarely give each bucket its own DNS name.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  })
}
