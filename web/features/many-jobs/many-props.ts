import type { JobRow } from '#core/projections/job-row.ts'

/** What is done with many jobs: the dialog's jobs, and what follows. */
export type ManyProps = {
  rows: readonly JobRow[]
  onClose: () => void
  /** Some of the jobs have been changed. */
  onDone: () => void
}
