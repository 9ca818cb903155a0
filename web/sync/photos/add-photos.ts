import { toast } from '#web/ui/states/toast.tsx'

/** Adds files to the end of the queue as photos of a job; if its code cannot be loaded, says so and adds them later. */
export async function addPhotos(jobId: string, files: readonly File[], givenAt = new Date().toISOString()) {
  try {
    const queue = await import('./photo-queue.ts')
    await queue.addPhotos(jobId, files, givenAt)
  } catch (error) {
    console.error('The photo queue could not be loaded', error)
    toast.failure('Not saved yet: keep this page open. Your photos are added when you are back online.')
    addEventListener('online', () => void addPhotos(jobId, files, givenAt), { once: true })
  }
}
