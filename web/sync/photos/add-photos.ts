/** Chosen files as photos of a job, last in the queue. */
export async function addPhotos(jobId: string, files: readonly File[]) {
  const queue = await import('./photo-queue.ts')
  await queue.addPhotos(jobId, files)
}
