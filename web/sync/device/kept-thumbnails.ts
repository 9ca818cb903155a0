import type { Job } from '#core/job/job.ts'
import { erasedText } from '#core/model/erased-text.ts'
import type { JobImagesAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { openedDevice } from './device-reads.ts'
import type { KeptAnswers } from './kept-answers.ts'

const keyOf = (jobId: string, imageId: string) => ['thumbnail', jobId, imageId]

/** More than the coming visits of one person have; together well under the bytes that a device keeps. */
const mostWanted = 300

/** A job's images, of which thumbnails are to be kept. */
export type Pictured = { jobId: string; images: readonly Pick<Job['images'][number], 'imageId' | 'src'>[] }

/**
 * Stores the thumbnails of these jobs' images on this device, the first jobs' first, and deletes those of images that were
 * deleted or erased. Rejects with the first read that fails; what was read by then is kept.
 */
export async function keepThumbnails(jobs: readonly Pictured[]): Promise<void> {
  const device = openedDevice()
  if (!device) return
  let room = mostWanted
  for (const { jobId, images } of jobs) {
    const shown = images.filter((one) => one.src !== erasedText).map((one) => one.imageId)
    const kept = await keptOf(device, jobId, shown)
    const wanted = room > 0 ? shown.slice(-room) : []
    room -= wanted.length
    const missing = wanted.filter((imageId) => !kept.has(imageId))
    if (missing.length > 0) await fetchAll(device, jobId, missing)
  }
  await device.tidy()
}

/** The images of a job whose thumbnails are kept; those of others are deleted. */
async function keptOf(device: KeptAnswers, jobId: string, shown: readonly string[]): Promise<ReadonlySet<string>> {
  const kept = new Set<string>()
  for (const key of await device.keys(['thumbnail', jobId])) {
    const imageId = shown.find((one) => one === key.at(-1))
    if (imageId) kept.add(imageId)
    else await device.forget(key)
  }
  return kept
}

async function fetchAll(device: KeptAnswers, jobId: string, imageIds: readonly string[]) {
  const { urls } = await call<JobImagesAnswer>(pathTo(paths.jobImages, { jobId }))
  for (const imageId of imageIds) {
    const address = urls[imageId]?.thumbnail
    const answer = address === undefined ? undefined : await fetch(address)
    const thumbnail = answer?.ok ? await answer.blob() : undefined
    // Somebody may have logged out in the meantime.
    if (device !== openedDevice()) return
    if (thumbnail) await device.keep(keyOf(jobId, imageId), thumbnail)
  }
}

/** The thumbnail on this device; undefined if it is not there. */
export async function keptThumbnail(jobId: string, imageId: string): Promise<Blob | undefined> {
  try {
    const kept = await openedDevice()?.read(keyOf(jobId, imageId))
    return kept instanceof Blob ? kept : undefined
  } catch (error) {
    console.error('This browser does not keep thumbnails on this device', error)
    return undefined
  }
}
