import { type Expression, sql } from 'kysely'
import { openDeadlineJobs } from '#api/reads/owing-jobs.ts'
import type { Audience } from '#core/model/access.ts'
import { placeOfNear } from '#core/site/location/near.ts'
import type { Site } from '#core/site/site.ts'
import { siteKey } from '#core/site/site-names.ts'
import type { SitesQuery } from '#core/wire/jobs/sites.ts'
import { type SiteFilter, sitesPageSize } from '#core/wire/list-options.ts'
import { type Parameters, statement, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { byHash, byWholeKey, liveOf } from '#ledger/read-models/live-generation.ts'
import { buildings } from './flats.ts'
import { isOfAgency, jobsByName, liveNames, liveSites, openJobs, root, sitesOfJobs } from './site-tables.ts'

/** What a list's text depends on. */
export type SitesShape = {
  audience: Audience
  searches: boolean
  filter: SiteFilter | undefined
  /** Whether what each filter shows is counted. */
  counts: boolean
  agency: boolean
  isOfAgency: boolean
  /** Whether the sites nearest to a place come first, and those without a location are left out. */
  isNear: boolean
  direction: 'asc' | 'desc'
}
export type SitesValues = Parameters<{
  companyId: string
  search: string
  agency: string
  onlyAgency: string | null
  latitude: number | null
  longitude: number | null
}>

/** What the text of a query's statement depends on. */
export const sitesShape = (
  audience: Audience,
  { search = '', filter, agency = '', near, direction = 'asc', counts }: SitesQuery,
  onlyAgency?: string,
): SitesShape => ({
  audience,
  searches: siteKey(search) !== '',
  filter,
  counts: counts === 'yes',
  agency: agency !== '',
  isOfAgency: onlyAgency !== undefined,
  isNear: near !== undefined,
  direction,
})

/** The values of a query. */
export const sitesValues = (
  companyId: string,
  { search = '', agency = '', near }: SitesQuery,
  onlyAgency?: string,
) => ({
  companyId,
  search: siteKey(search),
  agency,
  onlyAgency: onlyAgency ?? null,
  ...(near === undefined ? { latitude: null, longitude: null } : placeOfNear(near)),
})

/** Sites with events of their own, but for those that were merged into others. */
const ownSites = (p: Pick<SitesValues, 'companyId'>, searched: Searched) =>
  liveSites(p)
    .select(['site_row.site_id', 'site_row.name', 'site_row.sort_key', 'site_row.agency'])
    .select(['site_row.latitude', 'site_row.longitude'])
    .select(({ ref }) => [ref(`site_row.${searched}`).as('searched'), sql<Site | null>`site_row.body`.as('body')])
    .where('site_row.merged_into', 'is', null)
type Searched = 'search_key' | 'office_search_key'

/** The sites of the address book that have a location. */
const locatedSites = (p: Pick<SitesValues, 'companyId'>, searched: Searched) =>
  ownSites(p, searched).where('site_row.latitude', 'is not', null)

/**
 * The address book: sites with events of their own, and names that jobs have without one. A name that no job has any more, as it was
 * mistyped, is in nobody's way.
 */
const addressBook = (p: Pick<SitesValues, 'companyId'>, searched: Searched) =>
  ownSites(p, searched).unionAll(
    liveNames(p)
      .distinctOn('site_name.site_id')
      .select(['site_name.site_id', 'site_name.name', 'site_name.sort_key'])
      .select(({ ref }) => [
        sql<string>`''`.as('agency'),
        sql<number | null>`null::double precision`.as('latitude'),
        sql<number | null>`null::double precision`.as('longitude'),
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

/** The sites with open jobs, and those with open deadlines: found from those jobs, which are few among all. */
const among = (p: SitesValues): Record<SiteFilter, () => ReturnType<typeof sitesOfJobs>> => ({
  open: () => sitesOfJobs(p, openJobs(p)),
  deadlines: () => sitesOfJobs(p, openDeadlineJobs(p)),
})

const matching = (p: SitesValues, { audience, searches, agency, isOfAgency: limited, isNear }: SitesShape) => {
  const source = isNear ? locatedSites : addressBook
  return db
    .selectFrom(source(p, audience === 'office' ? 'office_search_key' : 'search_key').as('site'))
    .$if(agency, (rows) => rows.where(sql<boolean>`lower(site.agency) = lower(${p.agency})`))
    .$if(limited, (rows) =>
      rows.where((site) =>
        byHash(site('site.site_id', 'in', jobsByName(p).select(root.as('root')).where(isOfAgency(p.onlyAgency)))),
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
}

/**
 * Grows with the distance of a site from where the reader is: the haversine of the angle between them, as `metresBetween` has it, of which
 * only the order counts.
 */
const apart = ({ latitude, longitude }: SitesValues) =>
  sql<number>`power(sin(radians(site.latitude - ${latitude}::double precision) / 2), 2)
    + cos(radians(${latitude}::double precision)) * cos(radians(site.latitude))
    * power(sin(radians(site.longitude - ${longitude}::double precision) / 2), 2)`

/** The sites that a search and an agency leave, each with the filters that show it and what puts it first. */
const matched = (p: SitesValues, shape: SitesShape) =>
  matching(p, shape).select((site) => {
    const no = sql<boolean>`false`
    // The team never asks by deadlines.
    const isAmong = (filter: SiteFilter) =>
      shape.filter === filter || (shape.counts && (filter === 'open' || shape.audience === 'office'))
        ? byHash(site('site.site_id', 'in', among(p)[filter]()))
        : no
    return [
      'site.site_id',
      'site.name',
      'site.sort_key',
      isAmong('open').as('is_open'),
      isAmong('deadlines').as('is_owing'),
      (shape.searches ? sql<boolean>`lower(site.name) = ${p.search}` : no).as('is_called'),
      (shape.searches ? byHash(site('site.site_id', 'in', buildings(p))) : no).as('is_building'),
      (shape.searches ? sql<boolean>`starts_with(lower(site.name), ${p.search})` : no).as('begins'),
      (shape.isNear ? apart(p) : sql<number>`0`).as('apart'),
    ]
  })

const shownBy = { open: 'is_open', deadlines: 'is_owing' } as const satisfies Record<SiteFilter, string>

/**
 * By their names; those that are called as the search come first, then buildings, then those that begin so. What is near comes by its
 * distance alone.
 */
const order = ({ direction, isNear }: SitesShape) =>
  isNear
    ? sql<number>`row_number() over (order by apart, sort_key, site_id)`
    : sql<number>`row_number() over (order by is_called desc, is_building desc, begins desc,
    sort_key ${sql.raw(direction)}, site_id)`

const bodyOf = (p: SitesValues, siteId: Expression<string>) =>
  liveSites(p)
    .select(({ ref }) => ref('site_row.body').$castTo<Site | null>().as('body'))
    .where('site_row.site_id', '=', siteId)
    .offset(byWholeKey)

export type SiteToList = { site_id: string; name: string; body: Site | null }

/** All sites that match a query, in their order. */
export const matchingSites = (p: SitesValues, shape: SitesShape) =>
  db
    .selectFrom(matched(p, shape).as('one'))
    .leftJoinLateral(
      () => bodyOf(p, sql.ref('one.site_id')).as('site_row'),
      (join) => join.onTrue(),
    )
    .select(['one.site_id', 'one.name', 'site_row.body', order(shape).as('place')])
    .$if(shape.filter !== undefined, (rows) => rows.where(`one.${shownBy[shape.filter ?? 'open']}`, '=', true))
    .orderBy('place')

/**
 * A page of the sites that match a query; with each row how many match without a filter, and how many with those that the query asks
 * about. A page without sites has one row with these numbers.
 */
export const sitesPage = statementByShape(
  'sites-page',
  (p: SitesValues & Parameters<{ skipped: number }>, shape: SitesShape) =>
    db
      .with('one', () => matched(p, shape))
      .with('page', (read) =>
        read
          .selectFrom('one')
          .select(['one.site_id', 'one.name', order(shape).as('place')])
          .$if(shape.filter !== undefined, (rows) => rows.where(`one.${shownBy[shape.filter ?? 'open']}`, '=', true))
          .orderBy('place')
          .limit(sitesPageSize)
          .offset(p.skipped),
      )
      .selectFrom((read) =>
        read
          .selectFrom('one')
          .select([
            sql<number>`count(*)`.as('all'),
            sql<number>`count(*) filter (where is_open)`.as('open'),
            sql<number>`count(*) filter (where is_owing)`.as('owing'),
          ])
          .as('counts'),
      )
      .leftJoin('page', (join) => join.onTrue())
      .leftJoinLateral(
        () => bodyOf(p, sql.ref('page.site_id')).as('site_row'),
        (join) => join.onTrue(),
      )
      .select(['counts.all', 'counts.open', 'counts.owing', 'page.site_id', 'page.name', 'site_row.body'])
      .orderBy('page.place'),
)

/** All sites of a company, with those that the office keeps apart from each. */
export const everySite = statement('sites-to-compare', (p: Pick<SitesValues, 'companyId'>) =>
  db
    .selectFrom(addressBook(p, 'search_key').as('site'))
    .select(['site.site_id', 'site.name', sql<string[] | null>`site.body #> '{office,keptApart}'`.as('kept_apart')]),
)
