import type pg from 'pg'
import {
  type JobsParameters,
  type JobsRequest,
  type JobsShape,
  jobsShape,
  jobsValues,
} from '#api/reads/jobs/jobs-filters.ts'
import { inOrder } from '#api/reads/jobs/jobs-order.ts'
import { matchingJobRows } from '#api/reads/jobs/jobs-query.ts'
import { filesIn } from '#core/attachments/files-in.ts'
import type { Job } from '#core/job/job.ts'
import { type Audience, visible } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { readInBatches } from '#ledger/database/read-in-batches.ts'
import { statementByShape } from '#ledger/database/statement.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { columnsOf, type JobRecord, jobRowMapping } from '#ledger/read-models/row-types.ts'
import {
  type Column,
  type ExportContext,
  mapBatches,
  namesFor,
  poundsForSpreadsheet,
  type Table,
} from './export-table.ts'

/** A row of the list with its job, which may be missing for a moment after the job was created. */
type Line = { row: JobRow; job?: Job | undefined }

const allJobs = statementByShape('export-jobs', (p: JobsParameters, shape: JobsShape) =>
  inOrder(matchingJobRows(p, shape), shape)
    .select(columnsOf(jobRowMapping))
    .$narrowType<Pick<JobRecord, 'job_status' | 'warning'>>()
    .select(({ selectFrom, ref, cast }) =>
      selectFrom('document')
        .select(({ ref: column }) => column('body').$castTo<Job | null>().as('body'))
        .where('document.company_id', '=', p.companyId)
        .where('projection', '=', 'job')
        .where('document.generation', '=', liveOf(p.companyId, 'job').select('generation'))
        .where('key', '=', cast<string>(ref('job_row.job_id'), 'text'))
        .as('body'),
    ),
)

/** The jobs that match a list's filters, in its order, as this reader may see them. */
export function jobsTable(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  query: JobsRequest,
  context: ExportContext,
  now: Date,
): Table<Line> {
  const all = allJobs(jobsShape(query, audience), jobsValues(companyId, query, now))
  const batches = mapBatches(readInBatches(pool, companyId, all), (record) => ({
    row: visible(audience, jobRowMapping.fromRecord(record)),
    job: record.body ? visible(audience, record.body) : undefined,
  }))
  return { name: 'jobs', columns: columnsFor(audience, context), batches }
}

function columnsFor(audience: Audience, context: ExportContext): readonly Column<Line>[] {
  const office = (...columns: Column<Line>[]) => (audience === 'office' ? columns : [])
  const clock = (instant: string | undefined) => {
    if (!instant) return ''
    const { day, time } = wallClock(instant, context.timeZone)
    return `${day} ${time}`
  }
  return [
    { heading: 'ID', cell: ({ row }) => row.jobRef },
    { heading: 'Status', cell: ({ row }) => label(row.jobStatus) },
    { heading: 'Warning', cell: ({ row }) => (row.warning ? label(row.warning) : '') },
    { heading: 'Site', cell: ({ row }) => row.apartmentName },
    ...office({ heading: 'Work Order', cell: ({ row }) => row.office?.workOrder }),
    { heading: 'Created On', cell: ({ row }) => row.createdAt },
    { heading: 'Visit Start', cell: ({ row }) => clock(row.jobStart) },
    { heading: 'Visit End', cell: ({ row }) => clock(row.jobEnd) },
    { heading: 'Assigned To', cell: ({ row }) => namesFor(context, row.assignedTo) },
    { heading: 'Access', cell: ({ job }) => job?.access },
    ...office(
      { heading: 'Agency', cell: ({ row }) => row.office?.agency },
      { heading: 'Received By', cell: ({ job }) => job?.office?.receivedBy },
      { heading: 'Created By', cell: ({ job }) => namesFor(context, job?.office ? [job.office.createdBy] : []) },
    ),
    { heading: 'Job Tasks', cell: ({ job }) => tasksOf(job) },
    ...office(
      { heading: 'Total', cell: ({ job }) => totalOf(job) },
      { heading: 'Invoice', cell: ({ job }) => job?.office?.invoice },
    ),
    { heading: 'Images', cell: ({ row }) => row.images },
    { heading: 'Files', cell: ({ job }) => filesOf(job) },
    { heading: 'Comments', cell: ({ row }) => row.notes },
  ]
}

const tasksOf = (job: Job | undefined) =>
  job?.jobDescriptions.map(({ description, status }) => `${description} (${status})`).join('; ')

/** The names of its files, as far as the reader sees them. */
const filesOf = (job: Job | undefined) => {
  const { shared, own } = filesIn(job ?? {})
  return [...shared, ...own].map(({ name }) => name).join('; ')
}

function totalOf(job: Job | undefined) {
  const prices = Object.values(job?.office?.prices ?? {})
  return prices.length === 0 ? '' : poundsForSpreadsheet(prices.reduce((sum, price) => sum + price, 0))
}
