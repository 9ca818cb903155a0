import { useQuery } from '@tanstack/react-query'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { JobProofAnswer } from '#core/wire/proof.ts'
import { call } from '#web/client/call.ts'

/** Milliseconds between requests while the chain is being checked. */
const pollEvery = 2_000

/** Whether a job's history is unaltered; checked again when new events move its `seq`. */
export const useJobProof = (jobId: string, seq: number) =>
  useQuery({
    queryKey: ['job-proof', jobId, seq],
    queryFn: ({ signal }) => call<JobProofAnswer>(pathTo(paths.jobProof, { jobId }), { signal }),
    placeholderData: (before) => (before?.jobId === jobId ? before : undefined),
    staleTime: 60_000,
    // The badge tells a check that is paused from one that failed.
    networkMode: 'online',
    refetchInterval: ({ state }) => (state.data?.state === 'checking' ? pollEvery : false),
  })
