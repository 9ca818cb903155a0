import type { Job } from '#core/job/job.ts'
import { throttleByKey } from '#web/sync/connection/throttle-by-key.ts'
import { readKept } from '#web/sync/device/device-reads.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useReadyOffline } from '#web/sync/ready-offline.ts'

/** Stores the thumbnails of the photos of the coming visits whenever those were stored or have changed; returns how to stop. */
export function keepPictures(): () => void {
  const picturing = throttleByKey(5_000, () =>
    pictureVisits().catch((error: unknown) => console.warn('The pictures of visits are not all on this device', error)),
  )
  const start = () => picturing('visits', undefined)
  const visits = () => useReadyOffline.getState().jobIds ?? []
  const pictureVisits = async () => {
    const jobs = await Promise.all(visits().map(keptJob))
    const { keepThumbnails } = await import('#web/sync/device/kept-thumbnails.ts')
    await keepThumbnails(jobs.filter((one) => one !== undefined))
  }
  const stops = [
    useReadyOffline.subscribe(start),
    useLedger.subscribe(({ jobs }, before) => {
      if (jobs !== before.jobs && visits().some((jobId) => jobs[jobId] !== before.jobs[jobId])) start()
    }),
  ]
  if (visits().length > 0) start()
  return () => {
    for (const stop of stops) stop()
  }
}

/** A job as this device keeps it; undefined if it does not. */
const keptJob = async (jobId: string): Promise<Job | undefined> =>
  (await readKept(keys.job(jobId), async () => (await import('#core/wire/jobs/jobs.ts')).jobAnswer))?.job
