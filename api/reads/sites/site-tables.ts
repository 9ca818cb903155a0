import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jobStatuses } from '#core/job/values.ts'
import { closedStatuses, isOpen as isOpenStatus } from '#core/projections/dashboard.ts'
import type { Parameters } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'
import { byWholeKey, liveOf } from '#ledger/read-models/live-generation.ts'

type OfCompany = Parameters<{ companyId: string }>

/** The sites with events of their own. */
export const liveSites = ({ companyId }: OfCompany) =>
  db
    .selectFrom('site_row')
    .where('site_row.company_id', '=', companyId)
    .where('site_row.generation', '=', liveOf(companyId, 'sites').select('generation'))

/** All names, with the site that each stands for now: `root` is the site that its own was merged into, or its own. */
export const liveNames = ({ companyId }: OfCompany) =>
  db
    .selectFrom('site_name')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('site_row')
          .selectAll()
          .whereRef('site_row.site_id', '=', 'site_name.site_id')
          .where('site_row.company_id', '=', companyId)
          .where('site_row.generation', '=', liveOf(companyId, 'sites').select('generation'))
          .offset(byWholeKey)
          .as('site_row'),
      (join) => join.onTrue(),
    )
    .where('site_name.company_id', '=', companyId)
    .where('site_name.generation', '=', liveOf(companyId, 'site-names').select('generation'))

/** The site that a name of {@link liveNames} stands for. */
export const root = sql<string>`coalesce(site_row.merged_into, site_name.site_id)`

/** What a site is called now, or the one that it was merged into; nothing for one that has no name any more. */
export const presentName = ({ companyId }: OfCompany, siteId: Expression<string>) => {
  const mergedInto = liveSites({ companyId }).select('site_row.merged_into').where('site_row.site_id', '=', siteId)
  return liveNames({ companyId })
    .select(({ fn }) => fn.coalesce('site_row.name', 'site_name.name').as('name'))
    .where(sql<boolean>`site_name.site_id = coalesce((${mergedInto}), ${siteId})`)
    .limit(sql.lit(1))
}

/** The jobs with a name of {@link liveNames}. */
export const jobsWithName =
  ({ companyId }: OfCompany) =>
  ({ selectFrom }: ExpressionBuilder<Tables, 'site_name'>) =>
    selectFrom('site_job')
      .select('site_job.job_id')
      .whereRef('site_job.name_key', '=', 'site_name.name_key')
      .where('site_job.company_id', '=', companyId)
      .where('site_job.generation', '=', liveOf(companyId, 'site-jobs').select('generation'))
      .offset(byWholeKey)
      .as('site_job')

/** The jobs that have these names. */
export const jobsByName = (p: OfCompany) => {
  const { companyId } = p
  return liveNames(p)
    .innerJoinLateral(jobsWithName(p), (join) => join.onTrue())
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('job_row')
          .selectAll()
          .whereRef('job_row.job_id', '=', 'site_job.job_id')
          .where('job_row.company_id', '=', companyId)
          .where('job_row.generation', '=', liveOf(companyId, 'job-rows').select('generation'))
          .offset(byWholeKey)
          .as('job_row'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('dashboard_job')
          .selectAll()
          .whereRef('dashboard_job.job_id', '=', 'site_job.job_id')
          .where('dashboard_job.company_id', '=', companyId)
          .where('dashboard_job.generation', '=', liveOf(companyId, 'dashboard-jobs').select('generation'))
          .offset(byWholeKey)
          .as('dashboard_job'),
      (join) => join.onTrue(),
    )
}

/** The jobs that need more work, of one agency if one is named; found by the index of their statuses. */
export const openJobs = ({ companyId, onlyAgency }: OfCompany & Parameters<{ onlyAgency: string | null }>) =>
  db
    .selectFrom('job_row')
    .select('job_row.job_id')
    .where('job_row.company_id', '=', companyId)
    .where('job_row.generation', '=', liveOf(companyId, 'job-rows').select('generation'))
    .where('job_row.job_status', 'in', jobStatuses.filter(isOpenStatus))
    .where(isOfAgency(onlyAgency))

/** The sites of these jobs, by the names that the jobs have now. */
export const sitesOfJobs = <Table extends keyof Tables>(
  { companyId }: OfCompany,
  jobs: SelectQueryBuilder<Tables, Table, { job_id: string }>,
) =>
  db
    .selectFrom(
      db
        .selectFrom(jobs.as('job'))
        .innerJoinLateral(
          ({ selectFrom }) =>
            selectFrom('site_job')
              .select('site_job.name_key')
              .whereRef('site_job.job_id', '=', 'job.job_id')
              .where('site_job.company_id', '=', companyId)
              .where('site_job.generation', '=', liveOf(companyId, 'site-jobs').select('generation'))
              .offset(byWholeKey)
              .as('site_job'),
          (join) => join.onTrue(),
        )
        .select('site_job.name_key')
        .distinct()
        .as('site_job'),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('site_name')
          .select('site_name.site_id')
          .whereRef('site_name.name_key', '=', 'site_job.name_key')
          .where('site_name.company_id', '=', companyId)
          .where('site_name.generation', '=', liveOf(companyId, 'site-names').select('generation'))
          .offset(byWholeKey)
          .as('site_name'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('site_row')
          .select('site_row.merged_into')
          .whereRef('site_row.site_id', '=', 'site_name.site_id')
          .where('site_row.company_id', '=', companyId)
          .where('site_row.generation', '=', liveOf(companyId, 'sites').select('generation'))
          .offset(byWholeKey)
          .as('site_row'),
      (join) => join.onTrue(),
    )
    .select(root.as('root'))

/** The jobs at a site, by any of its names; if it was merged into another, those of that one. */
export const jobsOfSite = (p: OfCompany & Parameters<{ site: string }>) => {
  const mergedInto = liveSites(p).where('site_row.site_id', '=', p.site).select('site_row.merged_into').$asScalar()
  return liveNames(p)
    .innerJoinLateral(jobsWithName(p), (join) => join.onTrue())
    .where(sql<boolean>`${root} = coalesce(${mergedInto}, ${p.site}::uuid)`)
    .select('site_job.job_id')
}

/** That a name of {@link liveNames} stands for one of these sites. */
export const standsForAny = (ids: Expression<readonly string[]>) =>
  sql<boolean>`(site_name.site_id = any (${ids}::uuid[]) and site_row.merged_into is null
    or site_row.merged_into = any (${ids}::uuid[]))`

/** That a job of {@link jobsByName} is of this agency, if one is named. */
export const isOfAgency = (agency: Expression<string | null>) =>
  sql<boolean>`(${agency}::text is null or lower(job_row.agency) = lower(${agency}::text))`

/** That a job of {@link jobsByName} needs more work. */
export const isOpen = sql<boolean>`job_row.job_status not in (${sql.join(closedStatuses.map((one) => sql.lit(one)))})`

/** The beginning of this year in the company's time zone. */
export const yearStart = (now: Expression<string>, zone: Expression<string>) =>
  sql<string>`(date_trunc('year', ${now}::timestamptz at time zone ${zone}) at time zone ${zone})`
