import type pg from 'pg'
import { type Company, defaultTimeZone } from '#core/company/company.ts'
import { type JobStatus, jobRef, jobStatuses, type Warning, warnings } from '#core/job/values.ts'
import type { Member } from '#core/member/member.ts'
import { bookedWeek, isOpen, monthsUntil } from '#core/projections/dashboard.ts'
import { addDays, instantAt, mondayOf, wallClock } from '#core/time/wall-clock.ts'
import { type DashboardAnswer, type DashboardMonth, dashboardMonths, mostOverdue } from '#core/wire/dashboard.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import type { DashboardRecord } from '#ledger/read-models/dashboard-rows.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'
import { accountsQuery, usernamesOf } from './accounts.ts'
import { documentQuery, documentsQuery, seqQuery } from './documents.ts'

const ofCompany = `company_id = $1 and generation = ${liveGeneration('$1', `'dashboard-jobs'`)}`

type Counted = { job_status: JobStatus; warning: Warning; count: number }
type Overdue = DashboardRecord & { count: number; overdue_since: string }
type Completed = { month: string; completed: number; value: number; median_days: number }

/** The office's figures at an instant, by the clocks of the company. */
export async function readDashboard(pool: pg.Pool, companyId: string, now: Date): Promise<DashboardAnswer> {
  const [company] = await readInCompany(pool, companyId, [documentQuery(companyId, 'company', companyId)])
  const body: Company | undefined = company.rows[0]?.body
  const timeZone = body?.timeZone ?? defaultTimeZone
  const { day: today } = wallClock(now.toISOString(), timeZone)
  const monday = mondayOf(today)
  const months = monthsUntil(today, dashboardMonths)
  const [counted, overdue, visits, completed, members, accounts, checkpoint] = await readInCompany(pool, companyId, [
    countsQuery(companyId),
    overdueQuery(companyId, now),
    visitsQuery(companyId, midnight(monday, timeZone), midnight(addDays(monday, 7), timeZone)),
    completedQuery(companyId, timeZone, midnight(`${months[0]}-01`, timeZone)),
    documentsQuery(companyId, 'members'),
    accountsQuery(companyId),
    seqQuery(companyId, 'dashboard-jobs'),
  ])
  const counts: Counted[] = counted.rows
  const people = peopleOf(bookedWeek(visits.rows.map(visitOf), monday, timeZone), members.rows)
  return {
    today,
    statuses: jobStatuses.map((status) => ({ status, count: sum(counts, (one) => one.job_status === status) })),
    warnings: warnings
      .map((warning) => ({
        warning,
        count: sum(counts, (one) => one.warning === warning && isOpen(one.job_status)),
      }))
      .filter(({ count }) => count > 0),
    overdue: {
      count: overdue.rows[0]?.count ?? 0,
      jobs: overdue.rows.map((one: Overdue) => overdueJob(one, today, timeZone)),
    },
    week: { monday, visits: visits.rows.length, people },
    months: months.map((month) => monthOf(month, completed.rows)),
    people: usernamesOf(
      accounts.rows,
      people.map((one) => one.userId),
    ),
    seq: checkpoint.rows[0]?.seq ?? 0,
  }
}

/** A day's first instant; an hour later where the clocks go forward at midnight. */
const midnight = (day: string, timeZone: string) =>
  instantAt({ day, time: '00:00' }, timeZone) ?? instantAt({ day, time: '01:00' }, timeZone) ?? `${day}T00:00:00.000Z`

const sum = (counts: readonly Counted[], of: (one: Counted) => boolean) =>
  counts.reduce((all, one) => all + (of(one) ? one.count : 0), 0)

const visitOf = (one: { job_start: string; job_end: string; assigned_to: string[] }) => ({
  jobStart: one.job_start,
  jobEnd: one.job_end,
  assignedTo: one.assigned_to,
})

/** Everyone who goes on visits has a row, booked or not; nobody's hours come last. */
function peopleOf(booked: DashboardAnswer['week']['people'], rows: readonly { body: Member }[]) {
  const idle = rows
    .map(({ body }) => body)
    .filter(({ state, userRole }) => state === 'active' && userRole === 'team')
    .filter(({ userId }) => !booked.some((one) => one.userId === userId))
    .map(({ userId }) => ({ userId, minutes: [0, 0, 0, 0, 0, 0, 0] }))
  const named = booked.filter((one) => one.userId !== undefined)
  return [...named, ...idle, ...booked.filter((one) => one.userId === undefined)]
}

function overdueJob(one: Overdue, today: string, timeZone: string): DashboardAnswer['overdue']['jobs'][number] {
  // What began on a day, and not at an instant, is of that day everywhere.
  const since = one.overdue_since.endsWith('T00:00:00.000Z')
    ? one.overdue_since.slice(0, 10)
    : wallClock(one.overdue_since, timeZone).day
  return {
    jobId: one.job_id,
    jobRef: jobRef(one.number),
    apartmentName: one.apartment_name,
    reason: one.overdue_reason ?? 'no visit',
    since,
    days: Math.max(0, (Date.parse(today) - Date.parse(since)) / 86_400_000),
    tasksLeft: one.tasks_left,
    // Rows of version 1, which are read until they are replayed and after an undo, have an object of them.
    toEstimate: Object.values(one.tasks).filter(({ status }) => status === 'to estimate').length,
  }
}

function monthOf(month: string, rows: readonly Completed[]): DashboardMonth {
  const found = rows.find((one) => one.month === month)
  if (!found) return { month, completed: 0, value: 0 }
  return { month, completed: found.completed, value: found.value, medianDays: found.median_days }
}

const countsQuery = (companyId: string) => ({
  name: 'dashboard-counts',
  text: `select job_status, warning, count(*) from dashboard_job where ${ofCompany} group by job_status, warning`,
  values: [companyId],
})

const overdueQuery = (companyId: string, now: Date) => ({
  name: 'dashboard-overdue',
  text: `
    select job_id, number, apartment_name, overdue_since, overdue_reason, tasks_left, tasks, count(*) over () as count
    from dashboard_job where ${ofCompany} and overdue_from <= $2
    order by overdue_since, number limit ${mostOverdue}`,
  values: [companyId, now.toISOString()],
})

const visitsQuery = (companyId: string, from: string, to: string) => ({
  name: 'dashboard-visits',
  text: `
    select job_start, job_end, assigned_to from dashboard_job
    where ${ofCompany} and job_start >= $2 and job_start < $3 order by job_start, number`,
  values: [companyId, from, to],
})

const completedQuery = (companyId: string, timeZone: string, from: string) => ({
  name: 'dashboard-completed',
  text: `
    select to_char(on_day, 'YYYY-MM') as month, count(*) as completed, sum(completed_value)::bigint as value,
      percentile_cont(0.5) within group (order by greatest(0, on_day - created_at)) as median_days
    from (
      select (completed_at at time zone $2)::date as on_day, created_at, completed_value
      from dashboard_job where ${ofCompany} and completed_at >= $3
    ) completed group by month`,
  values: [companyId, timeZone, from],
})
