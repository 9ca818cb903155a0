import type pg from 'pg'
import { readDeadlines } from '#api/reads/deadlines/deadlines.ts'
import { stepNames } from '#core/deadlines/values.ts'
import { type Deadline, type Duty, openDeadlines, severityOf } from '#core/job/duties/duty.ts'
import { dutyName } from '#core/job/duties/duty-name.ts'
import { label } from '#core/model/label.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { DeadlineJob } from '#core/wire/jobs/deadlines.ts'
import { type Column, type ExportContext, namesFor, type Table } from './export-table.ts'

type Row = { job: DeadlineJob; duty: Duty; deadline: Deadline }

/** Every open deadline, those of a job together, by the job's first one; for the office alone. */
export const deadlinesTable = (pool: pg.Pool, companyId: string, context: ExportContext, now: Date): Table<Row> => ({
  name: 'deadlines',
  columns: columns(context, now),
  batches: pages(pool, companyId),
})

async function* pages(pool: pg.Pool, companyId: string): AsyncGenerator<Row[]> {
  let from: string | undefined
  do {
    const { jobs, next } = await readDeadlines(pool, companyId, { from })
    yield jobs.flatMap((job) =>
      job.duties.flatMap((duty) => openDeadlines(duty).map((deadline) => ({ job, duty, deadline }))),
    )
    from = next
  } while (from !== undefined)
}

function columns(context: ExportContext, now: Date): readonly Column<Row>[] {
  const local = (instant: string | undefined) =>
    instant === undefined ? undefined : Object.values(wallClock(instant, context.timeZone)).join(' ')
  return [
    { heading: 'Due', cell: ({ deadline }) => local(deadline.due) },
    { heading: 'Late', cell: ({ deadline }) => (Date.parse(deadline.due) < now.getTime() ? 'Late' : '') },
    { heading: 'Step', cell: ({ deadline }) => stepNames[deadline.step] },
    { heading: 'ID', cell: ({ job }) => job.jobRef },
    { heading: 'Site', cell: ({ job }) => job.apartmentName },
    { heading: 'Agency', cell: ({ job }) => job.agency },
    { heading: 'Hazard', cell: ({ duty }) => dutyName(duty) },
    { heading: 'Severity', cell: ({ duty }) => label(severityOf(duty) ?? 'service level') },
    { heading: 'Rule', cell: ({ duty }) => duty.rule },
    { heading: 'Report Received', cell: ({ duty }) => local(duty.awareAt) },
    { heading: 'At The Latest', cell: ({ deadline }) => local(deadline.latest) },
    { heading: 'First Due', cell: ({ deadline }) => local(deadline.firstDue) },
    { heading: 'Assigned To', cell: ({ job }) => namesFor(context, job.assignedTo) },
  ]
}
