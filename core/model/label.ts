import type { JobStatus, TaskStatus, Warning } from '#core/job/values.ts'
import type { PartStatus } from '#core/part/values.ts'

/** A value as screens show it: first letter upper ('no access' is 'No access', '' is 'No Warning'). */
export const label = (value: JobStatus | TaskStatus | Warning | PartStatus) =>
  value === '' ? 'No Warning' : value.charAt(0).toUpperCase() + value.slice(1)
