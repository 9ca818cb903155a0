import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Job } from '#core/job/job.ts'
import type { JobImagesAnswer } from '#core/wire/images.ts'
import type { JobAnswer, JobNotesAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept, updateKept } from '#web/sync/device/device-reads.ts'
import { readPastPushes } from '#web/sync/device/read-past-pushes.ts'
import { confirmJob, confirmOlderNotes, seqToAwait, useLedger, wantJob } from '#web/sync/ledger/ledger-store.ts'
import { keys } from './query-keys.ts'

const jobSchema = async () => (await import('#core/wire/jobs/jobs.ts')).jobAnswer

/** Brings the job that this device keeps up to date with a push. */
export const keepPushedJob = (job: Job, seq: number): Promise<void> =>
  updateKept(keys.job(job.jobId), jobSchema, (kept) => (kept.seq > seq ? kept : { ...kept, job, seq }))

/** Reads a job into the ledger store, which screens show it from. */
export const jobRead = (jobId: string) => ({
  queryKey: keys.job(jobId),
  queryFn: async ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
    wantJob(jobId)
    const read = () => {
      const query = { after: Math.max(seqToAwait(jobId) ?? 0, unpushed()) || undefined }
      return readOrKept({
        key: keys.job(jobId),
        schema: jobSchema,
        read: () => call<JobAnswer>(pathTo(paths.job, { jobId }), { query, signal }),
      })
    }
    const { job, urls, seq } = await readPastPushes(keys.job(jobId), unpushed, read)
    client.setQueryData<JobImagesAnswer>(keys.images(jobId), { urls, seq })
    confirmJob(jobId, job, seq)
    // A push that arrived during the request found nothing kept to update.
    const known = useLedger.getState().jobs[jobId]
    if (known?.body && known.seq > seq) void keepPushedJob(known.body, known.seq)
    return seq
  },
})

/** The seq up to which jobs changed too much to be pushed: a read that does not reach it stays out of date. */
const unpushed = () => useLedger.getState().unpushed.job ?? 0

export const useJobRead = (jobId: string) => useQuery(jobRead(jobId))

/** Reads the comments before the oldest known one into the ledger store. */
export async function readOlderNotes(jobId: string): Promise<void> {
  const before = useLedger.getState().jobs[jobId]?.body?.extraNotes[0]?.noteId
  if (before === undefined) return
  const query = { before, after: seqToAwait(jobId) }
  confirmOlderNotes(jobId, before, await call<JobNotesAnswer>(pathTo(paths.jobNotes, { jobId }), { query }))
}
