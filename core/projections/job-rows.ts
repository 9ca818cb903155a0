import { type JobRow, jobRow } from './job-row.ts'
import { jobRowFolds } from './job-row-folds.ts'
import type { Projection } from './projection.ts'

export const jobRows: Projection<JobRow> = {
  name: 'job-rows',
  version: 1,
  row: jobRow,
  table: 'job_row',
  audience: 'everyone',
  pushed: true,
  ...jobRowFolds,
}
