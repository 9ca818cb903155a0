import { isUnseen, oldestReadOf } from './ledger-state.ts'
import { useLedger } from './ledger-store.ts'

/** The seq up to which the parts book has been pushed. */
export const pushedParts = () => useLedger.getState().seqs['part-rows'] ?? 0

/** The seq up to which the jobs list has been pushed. */
export const pushedList = () => useLedger.getState().seqs['job-rows'] ?? 0

/** The seq up to which the company has been pushed. */
export const pushedCompany = () => useLedger.getState().seqs.company ?? 0

/** The seq up to which the user's own list has been pushed. */
export const pushedTodos = () => useLedger.getState().seqs.todo ?? 0

/** The seqs up to which the user's own views and the shared ones have been pushed; the older one, as both are read together. */
export function pushedViews() {
  const { seqs, asker } = useLedger.getState()
  const own = seqs['own-views'] ?? 0
  return asker?.userRole === 'team' ? own : Math.max(own, seqs['shared-views'] ?? 0)
}

/** The seq of the oldest read; undefined if nothing was read. */
export const oldestRead = () => oldestReadOf(useLedger.getState())

/** Whether this device changed the job and its row in the list may not show that yet. */
export function hasUnseen(jobId: string): boolean {
  const { queue, seqs } = useLedger.getState()
  return isUnseen(queue, jobId, seqs['job-rows'] ?? -1)
}
