import { jobRef } from '#core/job/values.ts'
import { completedValue, type OverdueReason, overdueOf, tasksLeft } from '#core/projections/dashboard.ts'
import type { DashboardJob } from '#core/projections/dashboard-jobs.ts'
import type { DashboardJobTable } from '#ledger/database/tables.ts'
import { type Narrowed, optional, type RowMapping } from './row-types.ts'

/** A job in the dashboard's table: what is folded, and what follows from it for SQL to count. `completed_value` is in pence. */
export type DashboardRecord = Narrowed<
  DashboardJobTable,
  {
    job_status: DashboardJob['jobStatus']
    warning: DashboardJob['warning']
    tasks: DashboardJob['tasks']
    overdue_reason: OverdueReason | null
  }
>

export const dashboardRowMapping: RowMapping<DashboardJob, DashboardRecord> = {
  key: 'job_id',
  columns: {
    job_id: 'uuid',
    number: 'integer',
    apartment_name: 'text',
    created_at: 'date',
    job_status: 'text',
    completed_at: 'timestamptz',
    warning: 'text',
    warned_at: 'timestamptz',
    job_start: 'timestamptz',
    job_end: 'timestamptz',
    assigned_to: 'uuid[]',
    unbooked_at: 'timestamptz',
    tasks: 'jsonb',
    completed_value: 'bigint',
    tasks_left: 'integer',
    overdue_from: 'timestamptz',
    overdue_since: 'timestamptz',
    overdue_reason: 'text',
  },
  toRecord: (job) => {
    const overdue = overdueOf(job)
    return {
      job_id: job.jobId,
      number: Number(job.jobRef),
      apartment_name: job.apartmentName,
      created_at: job.createdAt,
      job_status: job.jobStatus,
      completed_at: job.completedAt ?? null,
      warning: job.warning,
      warned_at: job.warnedAt ?? null,
      job_start: job.jobStart ?? null,
      job_end: job.jobEnd ?? null,
      assigned_to: job.assignedTo,
      unbooked_at: job.unbookedAt ?? null,
      tasks: job.tasks,
      completed_value: completedValue(job),
      tasks_left: tasksLeft(job),
      overdue_from: overdue?.from ?? null,
      overdue_since: overdue?.since ?? null,
      overdue_reason: overdue?.reason ?? null,
    }
  },
  fromRecord: (record) => ({
    jobId: record.job_id,
    jobRef: jobRef(record.number),
    apartmentName: record.apartment_name,
    createdAt: record.created_at,
    jobStatus: record.job_status,
    ...optional('completedAt', record.completed_at),
    warning: record.warning,
    ...optional('warnedAt', record.warned_at),
    ...optional('jobStart', record.job_start),
    ...optional('jobEnd', record.job_end),
    assignedTo: record.assigned_to,
    ...optional('unbookedAt', record.unbooked_at),
    tasks: record.tasks,
  }),
}
