import type { JobRow } from '#core/projections/job-row.ts'

/** The actions of a row. */
export type RowActions = {
  onWarning: (row: JobRow) => void
  onEdit: (row: JobRow) => void
  onSchedule: (row: JobRow) => void
}
