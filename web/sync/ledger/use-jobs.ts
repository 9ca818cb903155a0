import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Job, Task } from '#core/job/job.ts'
import { unseenOf } from './ledger-state.ts'
import { useLedger } from './ledger-store.ts'
import { shownJob } from './shown-documents.ts'
import { useShared } from './use-shared.ts'

/** Several jobs as shown, by id, predictions included; without those that have not loaded. */
export function useJobs(jobIds: readonly string[]): ReadonlyMap<string, Job> {
  const queue = useLedger((state) => state.queue)
  const jobs = useLedger((state) => state.jobs)
  const seqs = useLedger((state) => state.seqs)
  const asker = useLedger((state) => state.asker)
  const ids = jobIds.join()
  const shown = useShared(
    useMemo(() => {
      const state = queue && jobs && seqs && asker && useLedger.getState()
      return ids.split(',').flatMap((jobId) => (state && shownJob(state, jobId)) ?? [])
    }, [queue, jobs, seqs, asker, ids]),
  )
  return useMemo(() => new Map(shown.map((job) => [job.jobId, job])), [shown])
}

/**
 * The job as shown, predictions included; undefined until it has loaded, or if it does not exist. Changes of other jobs do not
 * render its screen again, and what has not changed of it keeps its identity.
 */
export function useJob(jobId: string): Job | undefined {
  const inputs = useLedger(
    useShallow((state) => [state.asker, state.jobs[jobId]?.body, ...unseenOf(state, jobId)] as const),
  )
  return useShared(useMemo(() => inputs && shownJob(useLedger.getState(), jobId), [inputs, jobId]))
}

/**
 * A task of a job as shown, predictions included, although the page around it may still show the job `before`: a tick is on the
 * screen at once, what follows from it a moment later.
 */
export const useTask = (jobId: string, before: Task): Task =>
  useLedger(
    useShallow((state) => {
      const tasks = shownJob(state, jobId)?.jobDescriptions
      return tasks?.find(({ taskId }) => taskId === before.taskId) ?? before
    }),
  )
