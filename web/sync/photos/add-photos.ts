/** Adds files to the end of the queue as photos of a job. */
export async function addPhotos(jobId: string, files: readonly File[]) {
  const queue = await import('./photo-queue.ts')
  await queue.addPhotos(jobId, files)
}
