import * as z from 'zod/mini'
import { jobRef, jobStatus, warning } from '#core/job/values.ts'
import { day, id, inMilliseconds, instant } from '#core/model/values.ts'
import { ofJobs, type Projection } from './projection.ts'

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

const without = (row: JobRow | undefined, { data }: { data: { taskId: string } }) =>
  row?.readyTasks.includes(data.taskId)
    ? { ...row, readyTasks: row.readyTasks.filter((one) => one !== data.taskId) }
    : row

export const jobRows: Projection<JobRow> = {
  name: 'job-rows',
  version: 1,
  row: jobRow,
  table: 'job_row',
  audience: 'everyone',
  pushed: true,
  ...ofJobs<JobRow>({
    JobCreated: (_, { data, streamId, number, actorId }) => ({
      jobId: streamId,
      jobRef: number === undefined ? '' : jobRef(number),
      jobStatus: 'pending',
      warning: '',
      apartmentName: data.apartmentName,
      createdAt: data.createdAt,
      assignedTo: [],
      images: 0,
      notes: 0,
      readyTasks: [],
      ...(actorId === undefined ? {} : { office: { workOrder: '', agency: '' } }),
    }),
    JobReferred: (row, { data: { workOrder, agency } }) =>
      row?.office
        ? { ...row, office: { workOrder: workOrder ?? row.office.workOrder, agency: agency ?? row.office.agency } }
        : row,
    JobSiteChanged: (row, { data }) => row && { ...row, ...data },
    JobDateChanged: (row, { data }) => row && { ...row, ...data },
    JobStatusChanged: (row, { data }) => row && { ...row, jobStatus: data.to },
    WarningChanged: (row, { data }) => row && { ...row, warning: data.to },
    JobScheduled: (row, { data: { jobStart, jobEnd, assignedTo } }) =>
      row && { ...row, jobStart: inMilliseconds(jobStart), jobEnd: inMilliseconds(jobEnd), assignedTo },
    BookingDeleted: (row) => {
      if (!row) return row
      const { jobStart: _start, jobEnd: _end, ...rest } = row
      return { ...rest, assignedTo: [] }
    },
    TaskReady: (row, { data }) => row && { ...row, readyTasks: [...row.readyTasks, data.taskId] },
    TaskNotReady: without,
    TaskDeleted: without,
    TaskCompleted: without,
    TaskToEstimate: without,
    TaskReopened: without,
    NoteAdded: (row) => row && { ...row, notes: row.notes + 1 },
    NoteDeleted: (row) => row && { ...row, notes: row.notes - 1 },
    ImageAdded: (row) => row && { ...row, images: row.images + 1 },
    ImageDeleted: (row) => row && { ...row, images: row.images - 1 },
  }),
}
