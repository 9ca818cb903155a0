import { evolve, type Job, jobDocument } from '#core/job/job.ts'
import { withNewestNotes } from '#core/job/newest-notes.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { jobKey, type Projection } from './projection.ts'

/** Whole jobs, for decisions and the job page. */
export const jobDocuments: Projection<Job> = {
  name: 'job',
  version: 4,
  row: jobDocument,
  audience: 'everyone',
  pushed: true,
  pushedRow: withNewestNotes,
  key: jobKey,
  fold: (job, event) => (isJobEvent(event) ? evolve(job, event) : job),
}
