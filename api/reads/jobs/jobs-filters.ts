import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { jobsOfSite } from '#api/reads/sites/site-tables.ts'
import { timeZoneOf } from '#api/reads/time-zone.ts'
import { settledWarnings } from '#core/job/values.ts'
import type { Audience } from '#core/model/access.ts'
import { closedStatuses } from '#core/projections/dashboard.ts'
import { visitDatesIn } from '#core/views/jobs-list.ts'
import type { JobsQuery } from '#core/wire/jobs/jobs.ts'
import type { Parameters } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'
import { byHash, liveOf } from '#ledger/read-models/live-generation.ts'

/** A query and its reader, whose own jobs some filters select. */
export type JobsRequest = JobsQuery & {
  userId?: string
  /** Of the list only the jobs with these numbers. */
  numbers?: readonly number[] | undefined
  /** Of the list only the jobs of this agency, whatever else is asked for. */
  onlyAgency?: string | undefined
}

/** What the text of a query depends on; nothing that a person types is in it. */
export type JobsShape = Required<Pick<JobsQuery, 'sort' | 'direction'>> & {
  audience: Audience
  filters: readonly (keyof typeof filters)[]
  searched: readonly SearchedColumn[]
}

/** The shape of a query. Throws where it selects the reader's own jobs and names no reader. */
export function jobsShape(query: JobsRequest, audience: Audience): JobsShape {
  const { status, warning, completed, visits, only, among, search, person, agency, site, userId, numbers, onlyAgency } =
    query
  if ((among === 'mine' || (among === 'today' && audience === 'team')) && !userId)
    throw new Error('A list of own jobs needs a reader')
  return {
    audience,
    filters: [
      ...(only ? [only] : []),
      ...(completed ? (['completed'] as const) : []),
      ...(visits ? ([visits === 'unassigned' ? 'unassignedVisits' : 'visitsOf'] as const) : []),
      ...(among ? [among] : []),
      ...(status ? (['status'] as const) : []),
      ...(warning === undefined ? [] : (['warning'] as const)),
      ...(person ? (['person'] as const) : []),
      ...(agency ? (['agency'] as const) : []),
      ...(site ? (['site'] as const) : []),
      ...visitFilters(query.visit),
      ...(numbers ? (['numbers'] as const) : []),
      ...(onlyAgency === undefined ? [] : (['onlyAgency'] as const)),
    ],
    searched: search?.trim() ? searchedColumns(query.type, audience) : [],
    sort: query.sort ?? 'jobRef',
    direction: query.direction ?? 'desc',
  }
}

function visitFilters(visit = '') {
  const dates = visitDatesIn(visit)
  if (!dates) return []
  if (typeof dates === 'string') return [dates === 'today' ? ('visitToday' as const) : dates]
  return [...(dates.from ? (['visitFrom'] as const) : []), ...(dates.until ? (['visitUntil'] as const) : [])]
}

/** The values of a query; a statement sends only those that its text uses. */
export function jobsValues(companyId: string, query: JobsRequest, now: Date) {
  const { status = '', warning = '', completed = '', visits, userId = '', search = '', numbers = [] } = query
  const { person = '', agency = '', site = '', visit = '', onlyAgency = '' } = query
  const dates = visitDatesIn(visit)
  const { from = '', until = '' } = typeof dates === 'object' ? dates : {}
  return {
    companyId,
    now: now.toISOString(),
    userId,
    status,
    warning: warning === 'none' ? '' : warning,
    firstOfMonth: `${completed}-01`,
    visitor: visits ?? '',
    person,
    agency,
    onlyAgency,
    site,
    from,
    until,
    numbers,
    pattern: `%${search.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  }
}
export type JobsParameters = Parameters<ReturnType<typeof jobsValues>>

type JobRow = ExpressionBuilder<Tables, 'job_row'>

/** The conditions of a query, over the live rows. */
export const matchingJobs = (job: JobRow, p: JobsParameters, shape: JobsShape) =>
  job.and([
    ...shape.filters.map((one) => filters[one](job, p, shape.audience)),
    ...(shape.searched.length > 0 ? [job.or(shape.searched.map((one) => job(one, 'ilike', p.pattern)))] : []),
  ])

/** Whether filtering by this would reveal facts that only the office may know. */
export const revealsOfficeFacts = ({ type, agency, only, completed, visits }: JobsQuery) =>
  type === 'agency' || type === 'workOrder' || (agency ?? only ?? completed ?? visits) !== undefined

const isOpen = (job: JobRow) => job('job_status', 'not in', closedStatuses)

const filters = {
  open: isOpen,
  overdue: (job: JobRow, p: JobsParameters) =>
    job('job_id', 'in', dashboardJobs(p).where('overdue_from', '<=', sql<string>`${p.now}::timestamptz`)),
  completed: (job: JobRow, p: JobsParameters) => {
    const from = sql`${p.firstOfMonth}::date::timestamp`
    const to = sql`(${p.firstOfMonth}::date + interval '1 month')`
    const completed = dashboardJobs(p)
      .where('completed_at', '>=', inZone(p, from))
      .where('completed_at', '<', inZone(p, to))
    return job('job_id', 'in', completed)
  },
  visitsOf: (job: JobRow, p: JobsParameters) => job.and([...startsThisWeek(job, p), isAssignedTo(job, p.visitor)]),
  unassignedVisits: (job: JobRow, p: JobsParameters) =>
    job.and([...startsThisWeek(job, p), job('assigned_to', '=', none)]),
  mine: (job: JobRow, p: JobsParameters) => job.and([isOpen(job), isAssignedTo(job, p.userId)]),
  today: (job: JobRow, p: JobsParameters, audience: Audience) =>
    job.and([...startsWithin(job, p, 'day', '1 day'), ...(audience === 'team' ? [isAssignedTo(job, p.userId)] : [])]),
  ready: (job: JobRow) => job.and([isOpen(job), job('ready_tasks', '<>', none)]),
  unassigned: (job: JobRow) => job.and([isOpen(job), job('assigned_to', '=', none)]),
  toInvoice: (job: JobRow) => job.and([job('job_status', '=', 'completed'), job('warning', 'not in', settledWarnings)]),
  // The rule of needsVisit in core/job/visit/visit-needed.ts; a test compares them.
  needsVisit: (job: JobRow, p: JobsParameters) =>
    job.and([
      job('job_status', '=', 'pending'),
      job.or([job('job_end', 'is', null), job('job_end', '<=', sql<string>`${p.now}::timestamptz`)]),
    ]),
  status: (job: JobRow, p: JobsParameters) => job('job_status', '=', p.status),
  warning: (job: JobRow, p: JobsParameters) => job('warning', '=', p.warning),
  person: (job: JobRow, p: JobsParameters) => isAssignedTo(job, p.person),
  agency: (job: JobRow, p: JobsParameters) => sql<boolean>`lower(${job.ref('agency')}) = lower(${p.agency})`,
  onlyAgency: (job: JobRow, p: JobsParameters) => sql<boolean>`lower(${job.ref('agency')}) = lower(${p.onlyAgency})`,
  site: (job: JobRow, p: JobsParameters) => byHash(job('job_id', 'in', jobsOfSite(p))),
  visitToday: (job: JobRow, p: JobsParameters) => job.and(startsWithin(job, p, 'day', '1 day')),
  tomorrow: (job: JobRow, p: JobsParameters) => job.and(startsWithin(job, p, 'day', '1 day', 1)),
  thisWeek: (job: JobRow, p: JobsParameters) => job.and(startsThisWeek(job, p)),
  nextWeek: (job: JobRow, p: JobsParameters) => job.and(startsWithin(job, p, 'week', '7 days', 1)),
  thisMonth: (job: JobRow, p: JobsParameters) => job.and(startsWithin(job, p, 'month', '1 month')),
  visitFrom: (job: JobRow, p: JobsParameters) => job('job_start', '>=', inZone(p, sql`${p.from}::date::timestamp`)),
  visitUntil: (job: JobRow, p: JobsParameters) =>
    job('job_start', '<', inZone(p, sql`(${p.until}::date + interval '1 day')`)),
  numbers: (job: JobRow, p: JobsParameters) => job('number', '=', sql<number>`any (${p.numbers}::int[])`),
}

const none = sql<string[]>`'{}'`

const isAssignedTo = (job: JobRow, userId: Expression<string>) =>
  job('assigned_to', '@>', sql<string[]>`array[${userId}::uuid]`)

const dashboardJobs = ({ companyId }: JobsParameters) =>
  db
    .selectFrom('dashboard_job')
    .select('job_id')
    .where('company_id', '=', companyId)
    .where('generation', '=', liveOf(companyId, 'dashboard-jobs').select('generation'))

/** The instant at which a timestamp falls in the company's time zone, or the other way round. */
const inZone = ({ companyId }: JobsParameters, time: Expression<unknown>) =>
  sql<string>`(${time} at time zone ${timeZoneOf(companyId)})`

/** That a visit starts within the current day, week or month, or so many after it, in the company's time zone. */
function startsWithin(
  job: JobRow,
  p: JobsParameters,
  period: 'day' | 'week' | 'month',
  length: '1 day' | '7 days' | '1 month',
  later = 0,
) {
  const present = sql`date_trunc(${sql.lit(period)}, ${inZone(p, sql`${p.now}::timestamptz`)})`
  const first = sql`(${present} + ${sql.lit(later)} * ${sql.lit(length)}::interval)`
  const end = sql`(${first} + ${sql.lit(length)}::interval)`
  return [job('job_start', '>=', inZone(p, first)), job('job_start', '<', inZone(p, end))]
}
const startsThisWeek = (job: JobRow, p: JobsParameters) => startsWithin(job, p, 'week', '7 days')

type SearchedColumn = 'apartment_name' | 'work_order' | 'agency'

/** The columns that a search looks in. The team never searches what it may not see: a match would reveal it. */
function searchedColumns(type: JobsQuery['type'] = 'apartmentName', audience: Audience): readonly SearchedColumn[] {
  if (type === 'all') return audience === 'office' ? ['apartment_name', 'work_order', 'agency'] : ['apartment_name']
  return [({ apartmentName: 'apartment_name', agency: 'agency', workOrder: 'work_order' } as const)[type]]
}
