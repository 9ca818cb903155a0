import { useMemo } from 'react'
import type { Job } from '#core/job/job.ts'
import { shownJob } from './ledger-state.ts'
import { useLedger } from './ledger-store.ts'

/** Several jobs as shown, by id, predictions included; without those that have not loaded. */
export function useJobs(jobIds: readonly string[]): ReadonlyMap<string, Job> {
  const queue = useLedger((state) => state.queue)
  const jobs = useLedger((state) => state.jobs)
  const seqs = useLedger((state) => state.seqs)
  const asker = useLedger((state) => state.asker)
  const ids = jobIds.join()
  return useMemo(() => {
    const state = queue && jobs && seqs && asker && useLedger.getState()
    const found = ids.split(',').map((jobId) => (state ? shownJob(state, jobId) : undefined))
    return new Map(found.flatMap((job) => (job ? [[job.jobId, job] as const] : [])))
  }, [queue, jobs, seqs, asker, ids])
}
