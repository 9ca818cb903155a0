import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import type { JobImagesAnswer } from '#core/wire/images.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { confirmJob, seqToAwait, wantJob } from '#web/sync/ledger/ledger-store.ts'
import { keys } from './query-keys.ts'

/** Reads a job into the ledger store, which screens show it from. */
export const jobRead = (jobId: string) => ({
  queryKey: keys.job(jobId),
  queryFn: async ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
    wantJob(jobId)
    const query = { after: seqToAwait(jobId) }
    const { job, urls, seq } = await call<JobAnswer>(pathTo(paths.job, { jobId }), { query, signal })
    client.setQueryData<JobImagesAnswer>(keys.images(jobId), { urls, seq })
    confirmJob(jobId, job, seq)
    return seq
  },
})

export const useJobRead = (jobId: string) => useQuery(jobRead(jobId))

export const useJobHistory = (jobId: string) =>
  useQuery({
    queryKey: keys.history(jobId),
    queryFn: ({ signal }) => call<JobHistoryAnswer>(pathTo(paths.jobHistory, { jobId }), { signal }),
  })
