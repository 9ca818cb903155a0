import { useQuery } from '@tanstack/react-query'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { JobProofAnswer } from '#core/wire/proof.ts'
import { call } from '#web/client/call.ts'

/** How soon a chain that is being followed is asked after again, in milliseconds. */
const soon = 2_000

/** Whether a job's history is as it was written; asked anew when the job's history has come further, to `seq`. */
export const useJobProof = (jobId: string, seq: number) =>
  useQuery({
    queryKey: ['job-proof', jobId, seq],
    queryFn: ({ signal }) => call<JobProofAnswer>(pathTo(paths.jobProof, { jobId }), { signal }),
    placeholderData: (before) => (before?.jobId === jobId ? before : undefined),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.state === 'checking' ? soon : false),
  })
