import { type Expression, sql } from 'kysely'
import { documents } from '#api/reads/documents.ts'
import { nextDue } from '#api/reads/owing-jobs.ts'
import { timeZoneOf } from '#api/reads/time-zone.ts'
import { openDeadlines } from '#core/job/duties/duty.ts'
import type { DeadlineRow } from '#core/projections/deadlines/deadline-rows.ts'
import type { SiteDeadline } from '#core/wire/jobs/sites.ts'
import { type Parameters, statement, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { byWholeKey, liveOf } from '#ledger/read-models/live-generation.ts'
import { flatsOf, membersOf } from './flats.ts'
import { isOfAgency, isOpen, yearStart } from './site-tables.ts'

type Asked = Parameters<{ companyId: string; now: string; onlyAgency: string | null }>
type Shape = { isOffice: boolean }

/** What a list tells of the jobs at a site; for the office also what was spent, and the job with the first open deadline. */
export type SiteFigures = {
  flats: number
  open_jobs: number
  visit: string | null
  spent?: number | undefined
  owed?: DeadlineRow | null | undefined
}

/** The figures of one site as one row, for a query over sites: looked up from the site's own jobs alone. */
export const figuresAt = (p: Asked, siteId: Expression<string>, { isOffice }: Shape) =>
  jobsAt(p, siteId)
    .where(isOfAgency(p.onlyAgency))
    .select([
      flatsOf(p, siteId)
        .select(({ fn }) => fn.countAll<number>().as('flats'))
        .$asScalar()
        .$notNull()
        .as('flats'),
      sql<number>`count(*) filter (where ${isOpen})`.as('open_jobs'),
      sql<string | null>`coalesce(
        min(job_row.job_start) filter (where job_row.job_start >= ${p.now}::timestamptz),
        max(job_row.job_start))`.as('visit'),
    ])
    .$if(isOffice, (jobs) =>
      jobs
        .leftJoinLateral(
          ({ selectFrom }) =>
            selectFrom('dashboard_job')
              .select(['dashboard_job.completed_value', 'dashboard_job.completed_at'])
              .whereRef('dashboard_job.job_id', '=', 'site_job.job_id')
              .where('dashboard_job.company_id', '=', p.companyId)
              .where('dashboard_job.generation', '=', liveOf(p.companyId, 'dashboard-jobs').select('generation'))
              .offset(byWholeKey)
              .as('dashboard_job'),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          () =>
            documents(p, 'deadlines')
              .select(({ ref }) => [ref('document.body').$castTo<DeadlineRow>().as('body'), nextDue.as('next_due')])
              .where(sql<boolean>`document.key = site_job.job_id::text`)
              .where(nextDue, 'is not', null)
              .offset(byWholeKey)
              .as('owing'),
          (join) => join.onTrue(),
        )
        .select([
          sql<number>`coalesce(sum(dashboard_job.completed_value)
            filter (where dashboard_job.completed_at >= ${yearStart(p.now, timeZoneOf(p.companyId))}), 0)::bigint`.as(
            'spent',
          ),
          sql<DeadlineRow | null>`(array_agg(owing.body order by owing.next_due)
            filter (where owing.next_due is not null))[1]`.as('owed'),
        ]),
    )

/** The jobs at a site, by its own names and those of what was merged into it. */
const jobsAt = ({ companyId }: Asked, siteId: Expression<string>) =>
  db
    .selectFrom(membersOf({ companyId }, siteId).as('member'))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('site_name')
          .select('site_name.name_key')
          .whereRef('site_name.site_id', '=', 'member.site_id')
          .where('site_name.company_id', '=', companyId)
          .where('site_name.generation', '=', liveOf(companyId, 'site-names').select('generation'))
          .offset(byWholeKey)
          .as('site_name'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('site_job')
          .select('site_job.job_id')
          .whereRef('site_job.name_key', '=', 'site_name.name_key')
          .where('site_job.company_id', '=', companyId)
          .where('site_job.generation', '=', liveOf(companyId, 'site-jobs').select('generation'))
          .offset(byWholeKey)
          .as('site_job'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('job_row')
          .select(['job_row.job_status', 'job_row.job_start', 'job_row.agency'])
          .whereRef('job_row.job_id', '=', 'site_job.job_id')
          .where('job_row.company_id', '=', companyId)
          .where('job_row.generation', '=', liveOf(companyId, 'job-rows').select('generation'))
          .offset(byWholeKey)
          .as('job_row'),
      (join) => join.onTrue(),
    )

/** The figures of the sites of a page. */
export const figuresOfSites = statementByShape(
  'sites-figures',
  (p: Asked & Parameters<{ ids: readonly string[] }>, shape: Shape) =>
    db
      .selectFrom(sql<{ site_id: string }>`unnest(${p.ids}::uuid[])`.as<'wanted'>(sql`wanted(site_id)`))
      .crossJoinLateral(() => figuresAt(p, sql.ref('wanted.site_id'), shape).as('figures'))
      .select('wanted.site_id')
      .selectAll('figures'),
)

/** The current day by the company's clock. */
export const todayAt = statement('sites-today', (p: Parameters<{ companyId: string; now: string }>) =>
  db.selectNoFrom(
    sql<string>`to_char(${p.now}::timestamptz at time zone ${timeZoneOf(p.companyId)}, 'YYYY-MM-DD')`.as('day'),
  ),
)

/** The first deadline of a job that is still to be met. */
export function deadlineOf({ jobId, duties }: DeadlineRow): SiteDeadline | undefined {
  const [first] = duties
    .flatMap((duty) => openDeadlines(duty).map((deadline) => ({ duty, deadline })))
    .toSorted((one, other) => Date.parse(one.deadline.due) - Date.parse(other.deadline.due))
  if (!first) return undefined
  const { step, startedAt, due } = first.deadline
  const { rule, holidays } = first.duty
  return { jobId, step, startedAt, due, ...(rule ? { rule } : {}), ...(holidays ? { holidays } : {}) }
}
