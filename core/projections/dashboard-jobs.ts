import * as z from 'zod/mini'
import { jobStatus, taskStatus, warning } from '#core/job/schemas/value-schemas.ts'
import { jobRef, type TaskStatus } from '#core/job/values.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import { day, id, instant, pence } from '#core/model/values.ts'
import { ofJobs, type Projection } from './projection.ts'

/**
 * A job as the dashboard counts it. There is a row for each job rather than totals for the company, so that an event changes
 * a single row, and reopening a task corrects the figures exactly.
 */
export const dashboardJob = z.object({
  jobId: id,
  jobRef: z.string(),
  apartmentName: z.string(),
  createdAt: day,
  jobStatus,
  /** When it was completed; missing if it is not completed. */
  completedAt: z.optional(instant),
  warning,
  warnedAt: z.optional(instant),
  jobStart: z.optional(instant),
  jobEnd: z.optional(instant),
  assignedTo: z.array(id),
  /** When its last booking was deleted; missing while it has a booking. */
  unbookedAt: z.optional(instant),
  tasks: z.array(z.object({ taskId: id, status: taskStatus, price: z.optional(pence) })),
})
export type DashboardJob = z.infer<typeof dashboardJob>

const withTask = (row: DashboardJob | undefined, taskId: string, change: { status: TaskStatus } | { price: number }) =>
  row && { ...row, tasks: row.tasks.map((one) => (one.taskId === taskId ? { ...one, ...change } : one)) }
const at =
  (status: TaskStatus) =>
  (row: DashboardJob | undefined, { data: { taskId } }: { data: { taskId: string } }) =>
    withTask(row, taskId, { status })

export const dashboardJobs: Projection<DashboardJob> = {
  name: 'dashboard-jobs',
  version: 2,
  row: dashboardJob,
  table: 'dashboard_job',
  audience: 'office',
  // The dashboard reads its figures again when a job is pushed.
  pushed: false,
  ...ofJobs<DashboardJob>({
    JobCreated: (_, { data: { apartmentName, createdAt, tasks }, streamId, number }) => ({
      jobId: streamId,
      jobRef: number === undefined ? '' : jobRef(number),
      apartmentName,
      createdAt,
      jobStatus: 'pending',
      warning: '',
      assignedTo: [],
      tasks: tasks.map(({ taskId, status }) => ({ taskId, status })),
    }),
    JobSiteChanged: (row, { data }) => row && { ...row, ...data },
    JobDateChanged: (row, { data }) => row && { ...row, ...data },
    JobStatusChanged: (row, { data: { to }, happenedAt }) => {
      if (!row) return row
      const { completedAt: _, ...rest } = row
      return { ...rest, jobStatus: to, ...(to === 'completed' ? { completedAt: inMilliseconds(happenedAt) } : {}) }
    },
    WarningChanged: (row, { data: { to }, happenedAt }) => {
      if (!row) return row
      const { warnedAt: _, ...rest } = row
      return { ...rest, warning: to, ...(to === '' ? {} : { warnedAt: inMilliseconds(happenedAt) }) }
    },
    JobScheduled: (row, { data: { jobStart, jobEnd, assignedTo } }) => {
      if (!row) return row
      const { unbookedAt: _, ...rest } = row
      return { ...rest, jobStart: inMilliseconds(jobStart), jobEnd: inMilliseconds(jobEnd), assignedTo }
    },
    BookingDeleted: (row, { happenedAt }) => {
      if (!row) return row
      const { jobStart: _start, jobEnd: _end, ...rest } = row
      return { ...rest, assignedTo: [], unbookedAt: inMilliseconds(happenedAt) }
    },
    TaskAdded: (row, { data: { taskId, status } }) => row && { ...row, tasks: [...row.tasks, { taskId, status }] },
    TaskCompleted: at('completed'),
    TaskToEstimate: at('to estimate'),
    TaskReopened: at('not completed'),
    TaskDeleted: (row, { data }) => row && { ...row, tasks: row.tasks.filter((one) => one.taskId !== data.taskId) },
    TaskPriced: (row, { data: { taskId, price } }) => withTask(row, taskId, { price }),
  }),
}
