import type { JobRow } from '#core/projections/job-rows.ts'

/** What a line of the list lets one do. */
export type RowActions = {
  onWarning: (row: JobRow) => void
  onEdit: (row: JobRow) => void
  onSchedule: (row: JobRow) => void
}
