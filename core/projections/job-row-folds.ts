import { jobRef } from '#core/job/values.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import type { JobRow } from './job-row.ts'
import { ofJobs } from './projection.ts'

const without = (row: JobRow | undefined, { data }: { data: { taskId: string } }) =>
  row?.readyTasks.includes(data.taskId)
    ? { ...row, readyTasks: row.readyTasks.filter((one) => one !== data.taskId) }
    : row

/** How events change rows of the jobs list: without the schema, which the first screen does not need. */
export const jobRowFolds = ofJobs<JobRow>({
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
  // Made by the server, it has no creator.
  JobOfRecurringWork: (row) => row && { ...row, office: row.office ?? { workOrder: '', agency: '' } },
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
})
