import { sql } from 'kysely'
import type pg from 'pg'
import { seqQuery } from '#api/reads/documents.ts'
import { timeZoneOf } from '#api/reads/time-zone.ts'
import type { Audience } from '#core/model/access.ts'
import type { Site } from '#core/site/site.ts'
import { siteKey } from '#core/site/site-names.ts'
import { isCurrent } from '#core/site/values.ts'
import type { SiteInList, SitesAnswer, SitesQuery } from '#core/wire/jobs/sites.ts'
import { sitesPageSize } from '#core/wire/list-options.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { byHash, byWholeKey, liveOf } from '#ledger/read-models/live-generation.ts'
import { isOfAgency, isOpen, jobsByName, liveNames, liveSites, root, standsForAny, yearStart } from './site-tables.ts'

/** What a list's text depends on. */
export type SitesShape = { audience: Audience; searches: boolean; open: boolean; agency: boolean; isOfAgency: boolean }
type Values = Parameters<{ companyId: string; search: string; agency: string; onlyAgency: string | null }>

/**
 * The address book: sites with events of their own, and names that jobs have without one. A name that no job has any more, as it was
 * mistyped, is in nobody's way.
 */
const addressBook = (p: Pick<Values, 'companyId'>, searched: 'search_key' | 'office_search_key') =>
  liveSites(p)
    .select(['site_row.site_id', 'site_row.name', 'site_row.sort_key', 'site_row.agency'])
    .select(({ ref }) => [ref(`site_row.${searched}`).as('searched'), sql<Site | null>`site_row.body`.as('body')])
    .where('site_row.merged_into', 'is', null)
    .unionAll(
      liveNames(p)
        .distinctOn('site_name.site_id')
        .select(['site_name.site_id', 'site_name.name', 'site_name.sort_key'])
        .select(({ ref }) => [
          sql<string>`''`.as('agency'),
          ref('site_name.name_key').as('searched'),
          sql<Site | null>`null::jsonb`.as('body'),
        ])
        .where('site_name.is_own', '=', false)
        .where('site_row.site_id', 'is', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('site_job')
              .select('site_job.job_id')
              .where('site_job.company_id', '=', p.companyId)
              .where('site_job.generation', '=', liveOf(p.companyId, 'site-jobs').select('generation'))
              .whereRef('site_job.name_key', '=', 'site_name.name_key')
              .offset(byWholeKey),
          ),
        ),
    )

const matching = (p: Values, { audience, searches, open, agency, isOfAgency: limited }: SitesShape) =>
  db
    .selectFrom(addressBook(p, audience === 'office' ? 'office_search_key' : 'search_key').as('site'))
    .$if(agency, (rows) => rows.where('site.agency', '=', p.agency))
    .$if(limited, (rows) =>
      rows.where((site) =>
        byHash(site('site.site_id', 'in', jobsByName(p).select(root.as('root')).where(isOfAgency(p.onlyAgency)))),
      ),
    )
    .$if(open, (rows) =>
      rows.where((site) =>
        byHash(
          site(
            'site.site_id',
            'in',
            jobsByName(p).select(root.as('root')).where(isOpen).where(isOfAgency(p.onlyAgency)),
          ),
        ),
      ),
    )
    .$if(searches, (rows) =>
      rows.where((site) =>
        site.or([
          site(sql<number>`strpos(site.searched, ${p.search})`, '>', 0),
          // By whatever it was ever called.
          site(
            'site.site_id',
            'in',
            liveNames(p).select(root.as('root')).where(sql<number>`strpos(site_name.name_key, ${p.search})`, '>', 0),
          ),
        ]),
      ),
    )

/** All sites that match a query, in order of their names; those that are called or begin as the search comes first. */
export const matchingSites = (p: Values, shape: SitesShape) =>
  matching(p, shape)
    .select(['site.site_id', 'site.name', 'site.body'])
    .$if(shape.searches, (rows) =>
      rows
        .orderBy(sql`lower(site.name) = ${p.search}`, 'desc')
        .orderBy(sql`starts_with(lower(site.name), ${p.search})`, 'desc'),
    )
    .orderBy('site.sort_key')
    .orderBy('site.site_id')

export type SiteToList = { site_id: string; name: string; body: Site | null }

const page = statementByShape('sites-page', (p: Values & Parameters<{ skipped: number }>, shape: SitesShape) =>
  matchingSites(p, shape).limit(sitesPageSize).offset(p.skipped),
)

const count = statementByShape('sites-count', (p: Values, shape: SitesShape) =>
  matching(p, shape).select(({ fn }) => fn.countAll<number>().as('count')),
)

const figures = statement(
  'sites-figures',
  (p: Parameters<{ companyId: string; ids: readonly string[]; now: string; onlyAgency: string | null }>) =>
    jobsByName(p)
      .where(standsForAny(p.ids))
      .where(isOfAgency(p.onlyAgency))
      .groupBy(root)
      .select([
        root.as('site_id'),
        sql<number>`count(*) filter (where ${isOpen})`.as('open_jobs'),
        sql<string | null>`coalesce(
          min(job_row.job_start) filter (where job_row.job_start >= ${p.now}::timestamptz),
          max(job_row.job_start))`.as('visit'),
        sql<number>`coalesce(sum(dashboard_job.completed_value)
          filter (where dashboard_job.completed_at >= ${yearStart(p.now, timeZoneOf(p.companyId))}), 0)::bigint`.as(
          'spent',
        ),
      ]),
)

/** What the text of a query's statement depends on. */
export const sitesShape = (
  audience: Audience,
  { search = '', filter, agency = '' }: SitesQuery,
  onlyAgency?: string,
): SitesShape => ({
  audience,
  searches: siteKey(search) !== '',
  open: filter === 'open',
  agency: agency !== '',
  isOfAgency: onlyAgency !== undefined,
})

/** The values of a query. */
export const sitesValues = (companyId: string, { search = '', agency = '' }: SitesQuery, onlyAgency?: string) => ({
  companyId,
  search: siteKey(search),
  agency,
  onlyAgency: onlyAgency ?? null,
})

/** The reader of a page of sites. With `onlyAgency` they see only the sites of that agency's jobs. */
export type SiteReader = { companyId: string; audience: Audience; now: Date; onlyAgency?: string | undefined }

/** A page of the address book, in order of names. */
export async function readSites(
  pool: pg.Pool,
  { companyId, audience, now, onlyAgency }: SiteReader,
  query: SitesQuery,
): Promise<SitesAnswer> {
  const [shape, values] = [sitesShape(audience, query, onlyAgency), sitesValues(companyId, query, onlyAgency)]
  const skipped = (Math.max(1, query.page ?? 1) - 1) * sitesPageSize
  const [rows, counted, at] = await readInCompany(pool, companyId, [
    page(shape, { ...values, skipped }),
    count(shape, values),
    seqQuery(companyId, 'sites'),
  ])
  const ids = rows.rows.map((one) => one.site_id)
  const [found] = await readInCompany(pool, companyId, [
    figures({ companyId, ids, now: now.toISOString(), onlyAgency: onlyAgency ?? null }),
  ])
  const figuresOf = new Map(found.rows.map((one) => [one.site_id, one]))
  const total = counted.rows[0]?.count ?? 0
  return {
    sites: rows.rows.map(({ site_id, name, body }): SiteInList => {
      const { open_jobs = 0, visit = null, spent = 0 } = figuresOf.get(site_id) ?? {}
      const today = now.toISOString().slice(0, 10)
      return {
        siteId: site_id,
        name,
        address: body?.address ?? '',
        postcode: body?.postcode ?? '',
        tenants: (body?.tenants ?? []).filter((one) => isCurrent(one, today)).map((one) => one.name),
        openJobs: open_jobs,
        ...(visit ? { visit } : {}),
        ...(audience === 'office' ? { office: { agency: body?.office?.agency ?? '', spentThisYear: spent } } : {}),
      }
    }),
    totalPages: Math.ceil(total / sitesPageSize),
    totalResults: total,
    seq: at.rows[0]?.seq ?? 0,
  }
}

const everySite = statement('sites-to-compare', (p: Pick<Values, 'companyId'>) =>
  db
    .selectFrom(addressBook(p, 'search_key').as('site'))
    .select(['site.site_id', 'site.name', sql<string[] | null>`site.body #> '{office,keptApart}'`.as('kept_apart')]),
)

/** All sites of a company, with those that the office keeps apart from each. */
export async function readSitesToCompare(pool: pg.Pool, companyId: string) {
  const [rows, at] = await readInCompany(pool, companyId, [everySite({ companyId }), seqQuery(companyId, 'sites')])
  return {
    sites: rows.rows.map(({ site_id, name, kept_apart }) => ({
      siteId: site_id,
      name,
      keptApart: kept_apart ?? [],
    })),
    seq: at.rows[0]?.seq ?? 0,
  }
}
