import type pg from 'pg'
import { accountsQuery, usernamesOf } from '#api/reads/accounts.ts'
import { documentQuery } from '#api/reads/documents.ts'
import type { Company } from '#core/company/company.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import type { Job } from '#core/job/job.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'
import { type CalendarRecord, calendarRowMapping } from '#ledger/read-models/row-types.ts'

/** How far a feed looks back and ahead, in days; what is older leaves the calendars that follow it. */
const daysBack = 60
const daysAhead = 400
const mostVisits = 2_000

/** A visit with what else of its job a calendar shows. Nothing in it is the office's. */
export type FeedVisit = CalendarRow & {
  jobStart: string
  jobEnd: string
  version: number
  lastModified: string
  toDo: string[]
}
export type FeedContent = { name: string; timeZone: string; visits: FeedVisit[]; people: Record<string, string> }

type VisitRecord = CalendarRecord & Pick<Job, 'version' | 'lastModified' | 'jobDescriptions'>

/** The visits of a company around an instant, of everybody or of one person. */
export async function readFeedContent(
  pool: pg.Pool,
  companyId: string,
  { userId, now }: { userId?: string; now: Date },
): Promise<FeedContent> {
  const [company, found, accounts] = await readInCompany(pool, companyId, [
    documentQuery(companyId, 'company', companyId),
    visitsQuery(companyId, userId, now),
    accountsQuery(companyId),
  ])
  const body: Company | undefined = company.rows[0]?.body
  const visits = found.rows.flatMap((record: VisitRecord): FeedVisit[] => {
    const { jobStart, jobEnd, ...row } = calendarRowMapping.fromRecord(record)
    if (!jobStart || !jobEnd) return []
    const toDo = record.jobDescriptions
      .filter((one) => one.status !== 'completed')
      .map((one) => one.description)
      .filter(Boolean)
    return [{ ...row, jobStart, jobEnd, version: record.version, lastModified: record.lastModified, toDo }]
  })
  const assigned = visits.flatMap((one) => one.assignedTo)
  return {
    name: body?.name ?? '',
    timeZone: body?.timeZone ?? defaultTimeZone,
    visits,
    people: usernamesOf(accounts.rows, assigned),
  }
}

const visitsQuery = (companyId: string, userId: string | undefined, now: Date) => ({
  name: 'feed-visits',
  text: `
    select ${Object.keys(calendarRowMapping.columns)
      .map((column) => `visit.${column}`)
      .join(', ')}, (job.body ->> 'version')::int as version, job.body ->> 'lastModified' as "lastModified",
      job.body -> 'jobDescriptions' as "jobDescriptions"
    from calendar_row visit join document job on job.company_id = $1 and job.projection = 'job'
      and job.generation = ${liveGeneration('$1', `'job'`)} and job.key = visit.job_id::text
    where visit.company_id = $1 and visit.generation = ${liveGeneration('$1', `'calendar'`)}
      and visit.job_start >= $2 and visit.job_start < $3 and ($4::uuid is null or visit.assigned_to @> array[$4::uuid])
    order by visit.job_start, visit.number limit ${mostVisits}`,
  values: [companyId, around(now, -daysBack), around(now, daysAhead), userId ?? null],
})

const around = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
