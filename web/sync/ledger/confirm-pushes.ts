import type { Job } from '#core/job/job.ts'
import type { Part } from '#core/part/part.ts'
import type { TodoList } from '#core/todo/todo.ts'
import type { ViewList } from '#core/views/messages.ts'
import { useLedger } from './ledger-store.ts'
import { withGap, withGapClosed, withoutJobs, withPush, withStale } from './pushed-state.ts'

/** Records that a connection begins, which may have missed pushes. */
export const openGap = () => useLedger.setState(withGap, true)

/** Records that this connection has received what it had missed. */
export const closeGap = () => useLedger.setState(withGapClosed, true)

/** Applies a push. */
export const confirmPush = (
  projection: string,
  seq: number,
  rows: readonly (Job | Part | TodoList | ViewList)[],
  removed: readonly string[],
) => useLedger.setState((state) => withPush(state, projection, seq, rows, removed), true)

/** Records that a projection changed too much up to a seq to be pushed. */
export const confirmStale = (projection: string, seq: number) =>
  useLedger.setState((state) => withStale(state, projection, seq), true)

/** Drops jobs that are out of date, but for those that are read again. */
export const forgetJobs = (isReadAgain: (jobId: string) => boolean) =>
  useLedger.setState((state) => withoutJobs(state, isReadAgain), true)
