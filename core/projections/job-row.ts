import * as z from 'zod/mini'
import { jobStatus, warning } from '#core/job/schemas/value-schemas.ts'
import { day, id, instant } from '#core/model/values.ts'

/** A row of the jobs list. `jobRef` is empty while the job is only predicted. */
export const jobRow = z.object({
  jobId: id,
  jobRef: z.string(),
  jobStatus,
  warning,
  apartmentName: z.string(),
  createdAt: day,
  jobStart: z.optional(instant),
  jobEnd: z.optional(instant),
  assignedTo: z.array(id),
  images: z.int(),
  notes: z.int(),
  /** Ids of open tasks that are marked ready. */
  readyTasks: z.array(id),
  office: z.optional(z.object({ workOrder: z.string(), agency: z.string() })),
})
export type JobRow = z.infer<typeof jobRow>
