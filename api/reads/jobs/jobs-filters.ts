import { defaultTimeZone } from '#core/company/company.ts'
import type { Audience } from '#core/model/access.ts'
import { closedStatuses } from '#core/projections/dashboard.ts'
import type { JobsQuery } from '#core/wire/jobs/jobs.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'

/** What is asked for, and who asks: some of it is the reader's own. */
export type JobsRequest = JobsQuery & { userId?: string }

/** The conditions of a query's filters; `parameter` takes a value and answers its place in the statement. */
export function jobFilters(
  { status, warning, type, search, among: set, userId, ...counted }: JobsRequest,
  audience: Audience,
  parameter: (value: string) => string,
  now: Date,
): string[] {
  const filters = countedFilters(counted, now, parameter)
  if (set)
    filters.push(
      ...setFilters[set](
        audience,
        () => assignedTo(userId, parameter),
        () => parameter(now.toISOString()),
      ),
    )
  if (status) filters.push(`job_status = ${parameter(status)}`)
  if (warning !== undefined) filters.push(`warning = ${parameter(warning === 'none' ? '' : warning)}`)
  const sought = search?.trim()
  if (sought) {
    const pattern = parameter(`%${sought.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    const fields = searchedFields(type, audience).map((field) => `${field} ilike ${pattern}`)
    filters.push(`(${fields.join(' or ')})`)
  }
  return filters
}

type SetFilters = (audience: Audience, own: () => string, now: () => string) => string[]

const isOpen = `job_status not in (${closedStatuses.map((one) => `'${one}'`).join(', ')})`
const setFilters: Record<NonNullable<JobsQuery['among']>, SetFilters> = {
  mine: (_, own) => [isOpen, own()],
  today: (audience, own, now) => [...startsWithin('day', now(), '1 day'), ...(audience === 'team' ? [own()] : [])],
  ready: () => [isOpen, `ready_tasks <> '{}'`],
}

function assignedTo(userId: string | undefined, parameter: (value: string) => string) {
  if (!userId) throw new Error('Nobody asks for jobs of their own')
  return `assigned_to @> array[${parameter(userId)}::uuid]`
}

/** Whether a list tells by what it leaves out something that the office alone may know. */
export const revealsOfficeFacts = ({ type, only, completed, visits }: JobsQuery) =>
  type === 'agency' || type === 'workOrder' || (only ?? completed ?? visits) !== undefined

/** What the dashboard counts, as a list. */
function countedFilters(
  { only, completed, visits }: Pick<JobsQuery, 'only' | 'completed' | 'visits'>,
  now: Date,
  parameter: (value: string) => string,
): string[] {
  const filters = []
  if (only === 'open') filters.push(isOpen)
  if (only === 'overdue') filters.push(among(`overdue_from <= ${parameter(now.toISOString())}::timestamptz`))
  if (completed) {
    const first = `${parameter(`${completed}-01`)}::date`
    const [from, to] = [`${first}::timestamp`, `${first} + interval '1 month'`].map((one) => `(${one}) ${inZone}`)
    filters.push(among(`completed_at >= ${from} and completed_at < ${to}`))
  }
  if (visits) {
    const week = startsWithin('week', parameter(now.toISOString()), '7 days')
    const whose = visits === 'unassigned' ? `assigned_to = '{}'` : assignedTo(visits, parameter)
    filters.push(...week, whose)
  }
  return filters
}

/** That a visit begins in the day or the week of an instant, on the company's clocks. */
function startsWithin(period: 'day' | 'week', instant: string, length: string) {
  const first = `date_trunc('${period}', ${instant}::timestamptz ${inZone})`
  const [from, to] = [first, `${first} + interval '${length}'`].map((one) => `(${one}) ${inZone}`)
  return [`job_start >= ${from}`, `job_start < ${to}`]
}

const among = (condition: string) => `job_id in (
    select job_id from dashboard_job
    where company_id = $1 and generation = ${liveGeneration('$1', `'dashboard-jobs'`)} and ${condition})`

const inZone = `at time zone coalesce((
    select body ->> 'timeZone' from document
    where company_id = $1 and projection = 'company' and generation = ${liveGeneration('$1', `'company'`)}
  ), '${defaultTimeZone}')`

/** What a search looks at. The team never searches what it may not see: to find something would tell it. */
function searchedFields(type: JobsQuery['type'] = 'apartmentName', audience: Audience) {
  if (type === 'all') return audience === 'office' ? ['apartment_name', 'work_order', 'agency'] : ['apartment_name']
  return [{ apartmentName: 'apartment_name', agency: 'agency', workOrder: 'work_order' }[type]]
}

/** The order of the rows and its reverse, each with an index that has it. Jobs that are not booked come last, either way. */
export function jobOrder({ sort = 'jobRef', direction = 'desc' }: JobsQuery) {
  const other = direction === 'asc' ? 'desc' : 'asc'
  const by = (column: string) => ({
    forwards: `${column} ${direction}, number ${direction}`,
    backwards: `${column} ${other}, number ${other}`,
  })
  switch (sort) {
    case 'jobRef':
      return { forwards: `number ${direction}`, backwards: `number ${other}` }
    case 'apartmentName':
      return by('apartment_name')
    case 'createdAt':
      return by('created_at')
    case 'jobStart':
      return {
        forwards: `job_start ${direction} nulls last, number ${direction}`,
        backwards: `job_start ${other} nulls first, number ${other}`,
      }
  }
}
