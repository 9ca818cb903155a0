import { isUnseen, oldestReadOf } from './ledger-state.ts'
import { useLedger } from './ledger-store.ts'

/** The seq up to which a projection has been pushed, including pushes beyond an open gap: a new read must be at least this recent. */
export function pushedTo(projection: string) {
  const { seqs, ahead } = useLedger.getState()
  return Math.max(seqs[projection] ?? 0, ahead?.[projection] ?? 0)
}

/** {@link pushedTo} of the parts book. */
export const pushedParts = () => pushedTo('part-rows')

/** {@link pushedTo} of the jobs list. */
export const pushedList = () => pushedTo('job-rows')

/** {@link pushedTo} of the company. */
export const pushedCompany = () => pushedTo('company')

/** {@link pushedTo} of the user's own list. */
export const pushedTodos = () => pushedTo('todo')

/** {@link pushedTo} of the user's own views and the shared ones, which are read together. */
export const pushedViews = () => Math.max(pushedTo('own-views'), isTeam() ? 0 : pushedTo('shared-views'))

const isTeam = () => useLedger.getState().asker?.userRole === 'team'

/** The seq of the oldest read; undefined if nothing was read. */
export const oldestRead = () => oldestReadOf(useLedger.getState())

/** Whether this device changed the job and its row in the list may not show that yet. */
export function hasUnseen(jobId: string): boolean {
  const { queue, seqs } = useLedger.getState()
  return isUnseen(queue, jobId, seqs['job-rows'] ?? -1)
}
