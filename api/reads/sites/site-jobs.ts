import { sql } from 'kysely'
import type pg from 'pg'
import { documents, seqQuery } from '#api/reads/documents.ts'
import { timeZoneOf } from '#api/reads/time-zone.ts'
import { jobRef } from '#core/job/values.ts'
import type { DashboardJob } from '#core/projections/dashboard-jobs.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import type { JobOfSite, SiteJobsAnswer, SiteJobsQuery } from '#core/wire/jobs/sites.ts'
import { siteJobsPageSize } from '#core/wire/list-options.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement, statementByShape } from '#ledger/database/statement.ts'
import { isOfAgency, isOpen, jobsByName, standsForAny, yearStart } from './site-tables.ts'
import type { SiteReader } from './sites.ts'

type OfSite = Parameters<{ companyId: string; ids: readonly string[]; onlyAgency: string | null }>

const page = statementByShape(
  'site-jobs-page',
  (p: OfSite & Parameters<{ skipped: number }>, shape: { open: boolean }) =>
    jobsByName(p)
      .where(standsForAny(p.ids))
      .where(isOfAgency(p.onlyAgency))
      .$if(shape.open, (rows) => rows.where(isOpen))
      .select([
        'job_row.job_id',
        'job_row.number',
        'job_row.job_status',
        'job_row.warning',
        'job_row.created_at',
        'job_row.job_start',
        'job_row.job_end',
        'dashboard_job.completed_at',
      ])
      .select(sql<DashboardJob['tasks'] | null>`dashboard_job.tasks`.as('tasks'))
      .$narrowType<{ job_status: JobRow['jobStatus']; warning: JobRow['warning'] }>()
      .orderBy('job_row.number', 'desc')
      .limit(siteJobsPageSize)
      .offset(p.skipped),
)

const totals = statement('site-jobs-totals', (p: OfSite & Parameters<{ now: string }>) => {
  const zone = timeZoneOf(p.companyId)
  return jobsByName(p)
    .where(standsForAny(p.ids))
    .where(isOfAgency(p.onlyAgency))
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where ${isOpen})`.as('open'),
      sql<string | null>`min(job_row.created_at)`.as('since'),
      sql<number>`coalesce(sum(dashboard_job.completed_value)
        filter (where dashboard_job.completed_at >= ${yearStart(p.now, zone)}), 0)::bigint`.as('completed'),
      sql<string>`to_char(${p.now}::timestamptz at time zone ${zone}, 'YYYY')`.as('year'),
    ])
})

/** The first task of each job. */
const work = statement('site-jobs-work', (p: Parameters<{ companyId: string; jobIds: readonly string[] }>) =>
  documents(p, 'job')
    .select(['key', sql<string | null>`body -> 'jobDescriptions' -> 0 ->> 'description'`.as('first')])
    .select(sql<number>`jsonb_array_length(body -> 'jobDescriptions')`.as('tasks'))
    .where((row) => row('key', '=', row.fn.any(p.jobIds))),
)

/** The jobs of a site, newest first, those of sites that were merged into it among them. */
export async function readSiteJobs(
  pool: pg.Pool,
  { companyId, audience, now, onlyAgency }: SiteReader,
  siteId: string,
  query: SiteJobsQuery,
): Promise<SiteJobsAnswer> {
  const of = { companyId, ids: [siteId], onlyAgency: onlyAgency ?? null }
  const skipped = (Math.max(1, query.page ?? 1) - 1) * siteJobsPageSize
  const isOffice = audience === 'office'
  const [rows, counted, at] = await readInCompany(pool, companyId, [
    page({ open: query.open === 'yes' }, { ...of, skipped }),
    totals({ ...of, now: now.toISOString() }),
    seqQuery(companyId, 'site-jobs'),
  ])
  const [described] = await readInCompany(pool, companyId, [
    work({ companyId, jobIds: rows.rows.map((one) => one.job_id) }),
  ])
  const tasks = new Map(described.rows.map((one) => [one.key, one]))
  const { all = 0, open = 0, since = null, completed = 0, year = '' } = counted.rows[0] ?? {}
  const total = query.open === 'yes' ? open : all
  return {
    jobs: rows.rows.map(
      (row): JobOfSite => ({
        jobId: row.job_id,
        jobRef: jobRef(row.number),
        jobStatus: row.job_status,
        warning: row.warning,
        work: tasks.get(row.job_id)?.first ?? '',
        moreTasks: Math.max(0, (tasks.get(row.job_id)?.tasks ?? 0) - 1),
        createdAt: row.created_at,
        ...(row.job_start ? { jobStart: row.job_start } : {}),
        ...(row.job_end ? { jobEnd: row.job_end } : {}),
        ...(row.completed_at ? { completedAt: row.completed_at } : {}),
        ...(isOffice ? { office: { cost: (row.tasks ?? []).reduce((sum, { price = 0 }) => sum + price, 0) } } : {}),
      }),
    ),
    counts: { all, open },
    ...(since === null ? {} : { since }),
    ...(isOffice ? { office: { completedThisYear: completed, year } } : {}),
    totalPages: Math.ceil(total / siteJobsPageSize),
    totalResults: total,
    seq: at.rows[0]?.seq ?? 0,
  }
}
