import { v7 as uuid } from 'uuid'
import { toast } from '#web/ui/states/toast.tsx'

/**
 * Adds files to the end of the queue as photos of a job; if its code cannot be loaded, says so and adds them later. Returns the
 * ids of the images that they become.
 */
export async function addPhotos(
  jobId: string,
  files: readonly File[],
  givenAt = new Date().toISOString(),
  imageIds: readonly string[] = files.map(() => uuid()),
): Promise<readonly string[]> {
  try {
    const queue = await import('./photo-queue.ts')
    await queue.addPhotos(jobId, files, givenAt, imageIds)
  } catch (error) {
    console.error('The photo queue could not be loaded', error)
    toast.failure('Not saved yet: keep this page open. Your photos are added when you are back online.')
    addEventListener('online', () => void addPhotos(jobId, files, givenAt, imageIds), { once: true })
  }
  return imageIds
}
