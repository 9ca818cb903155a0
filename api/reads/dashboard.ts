import { sql } from 'kysely'
import type pg from 'pg'
import { defaultTimeZone } from '#core/company/company.ts'
import { jobRef, jobStatuses, warnings } from '#core/job/values.ts'
import type { Member } from '#core/member/member.ts'
import { bookedWeek, isOpen, monthsUntil } from '#core/projections/dashboard.ts'
import { addDays, instantAt, mondayOf, wallClock } from '#core/time/wall-clock.ts'
import { type DashboardAnswer, type DashboardMonth, dashboardMonths, mostOverdue } from '#core/wire/dashboard.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, type RowOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { DashboardRecord } from '#ledger/read-models/dashboard-rows.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { companyDocument, memberDocuments, seqQuery } from './documents.ts'
import { namesOf, peopleQueries } from './people.ts'

/** The office's figures at an instant, in the company's time zone. */
export async function readDashboard(pool: pg.Pool, companyId: string, now: Date): Promise<DashboardAnswer> {
  const [company] = await readInCompany(pool, companyId, [companyDocument({ companyId, key: companyId })])
  const timeZone = company.rows[0]?.body.timeZone ?? defaultTimeZone
  const { day: today } = wallClock(now.toISOString(), timeZone)
  const monday = mondayOf(today)
  const months = monthsUntil(today, dashboardMonths)
  const [counted, overdue, visits, completed, members, known, details, checkpoint] = await readInCompany(
    pool,
    companyId,
    [
      countByStatus({ companyId }),
      longestOverdue({ companyId, now: now.toISOString() }),
      visitsBetween({ companyId, from: midnight(monday, timeZone), to: midnight(addDays(monday, 7), timeZone) }),
      completedByMonth({ companyId, timeZone, from: midnight(`${months[0]}-01`, timeZone) }),
      memberDocuments({ companyId }),
      ...peopleQueries(companyId),
      seqQuery(companyId, 'dashboard-jobs'),
    ],
  )
  const counts = counted.rows
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
      jobs: overdue.rows.map((one) => overdueJob(one, today, timeZone)),
    },
    week: { monday, visits: visits.rows.length, people },
    months: months.map((month) => monthOf(month, completed.rows)),
    people: namesOf(
      [...known.rows, ...details.rows],
      people.map((one) => one.userId),
    ),
    seq: checkpoint.rows[0]?.seq ?? 0,
  }
}

/** The first instant of a day; 01:00 where the clocks go forward at midnight. */
const midnight = (day: string, timeZone: string) =>
  instantAt({ day, time: '00:00' }, timeZone) ?? instantAt({ day, time: '01:00' }, timeZone) ?? `${day}T00:00:00.000Z`

type StatusCount = RowOf<ReturnType<typeof countByStatus>>
type Overdue = RowOf<ReturnType<typeof longestOverdue>>
type Completed = RowOf<ReturnType<typeof completedByMonth>>

const sum = (counts: readonly StatusCount[], of: (one: StatusCount) => boolean) =>
  counts.reduce((all, one) => all + (of(one) ? one.count : 0), 0)

const visitOf = (one: { job_start: string; job_end: string; assigned_to: string[] }) => ({
  jobStart: one.job_start,
  jobEnd: one.job_end,
  assignedTo: one.assigned_to,
})

/** Every active team member has a row, booked or not; unassigned hours come last. */
function peopleOf(booked: DashboardAnswer['week']['people'], rows: readonly { body: Member }[]) {
  const idle = rows
    .map(({ body }) => body)
    .filter(({ state, userRole }) => state === 'active' && userRole === 'team')
    .filter(({ userId }) => !booked.some((one) => one.userId === userId))
    .map(({ userId }) => ({ userId, minutes: [0, 0, 0, 0, 0, 0, 0] }))
  const assigned = booked.filter((one) => one.userId !== undefined)
  return [...assigned, ...idle, ...booked.filter((one) => one.userId === undefined)]
}

function overdueJob(one: Overdue, today: string, timeZone: string): DashboardAnswer['overdue']['jobs'][number] {
  // A date without a time is kept as UTC midnight and means that day in every time zone.
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
    // Rows of version 1, served until they are replayed and after an undo, have an object here.
    toEstimate: Object.values(one.tasks).filter(({ status }) => status === 'to estimate').length,
  }
}

function monthOf(month: string, rows: readonly Completed[]): DashboardMonth {
  const found = rows.find((one) => one.month === month)
  if (!found) return { month, completed: 0, value: 0 }
  return { month, completed: found.completed, value: found.value, medianDays: found.median_days }
}

type OfCompany = Parameters<{ companyId: string }>

const liveRows = ({ companyId }: OfCompany) =>
  db
    .selectFrom('dashboard_job')
    .where('company_id', '=', companyId)
    .where('generation', '=', liveOf(companyId, 'dashboard-jobs').select('generation'))

const countByStatus = statement('dashboard-counts', (p: OfCompany) =>
  liveRows(p)
    .select(({ fn }) => ['job_status', 'warning', fn.countAll<number>().as('count')])
    .$narrowType<Pick<DashboardRecord, 'job_status' | 'warning'>>()
    .groupBy(['job_status', 'warning']),
)

const longestOverdue = statement('dashboard-overdue', (p: Parameters<{ companyId: string; now: string }>) =>
  liveRows(p)
    .select(['job_id', 'number', 'apartment_name', 'overdue_since', 'overdue_reason', 'tasks_left', 'tasks'])
    .select(({ fn }) => fn.countAll<number>().over().as('count'))
    .$narrowType<Pick<DashboardRecord, 'overdue_reason' | 'tasks'> & { overdue_since: string }>()
    .where('overdue_from', '<=', p.now)
    .orderBy('overdue_since')
    .orderBy('number')
    .limit(mostOverdue),
)

const visitsBetween = statement('dashboard-visits', (p: Parameters<{ companyId: string; from: string; to: string }>) =>
  liveRows(p)
    .select(['job_start', 'job_end', 'assigned_to'])
    .$narrowType<{ job_start: string; job_end: string }>()
    .where('job_start', '>=', p.from)
    .where('job_start', '<', p.to)
    .orderBy('job_start')
    .orderBy('number'),
)

const completedByMonth = statement(
  'dashboard-completed',
  (p: Parameters<{ companyId: string; timeZone: string; from: string }>) =>
    db
      .selectFrom(
        liveRows(p)
          .select(['created_at', 'completed_value'])
          .select(({ ref }) => sql<string>`(${ref('completed_at')} at time zone ${p.timeZone})::date`.as('on_day'))
          .where('completed_at', '>=', p.from)
          .as('completed'),
      )
      .select(({ ref, fn }) => [
        sql<string>`to_char(${ref('on_day')}, 'YYYY-MM')`.as('month'),
        fn.countAll<number>().as('completed'),
        sql<number>`sum(${ref('completed_value')})::bigint`.as('value'),
        sql<number>`percentile_cont(0.5) within group (order by greatest(0, ${ref('on_day')} - ${ref('created_at')}))`.as(
          'median_days',
        ),
      ])
      .groupBy('month'),
)
