import type pg from 'pg'
import { seqQuery } from '#api/reads/documents.ts'
import type { Audience } from '#core/model/access.ts'
import { metresFrom } from '#core/site/location/near.ts'
import type { Site } from '#core/site/site.ts'
import { isCurrent } from '#core/site/values.ts'
import type { SiteInList, SitesAnswer, SitesQuery } from '#core/wire/jobs/sites.ts'
import { sitesPageSize } from '#core/wire/list-options.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { everySite, sitesPage, sitesShape, sitesValues } from './matching-sites.ts'
import { deadlineOf, figuresOfSites, type SiteFigures, todayAt } from './site-figures.ts'

/** The reader of a page of sites. With `onlyAgency` they see only the sites of that agency's jobs. */
export type SiteReader = { companyId: string; audience: Audience; now: Date; onlyAgency?: string | undefined }

/** A page of the address book, in order of names, or of how near the sites are. */
export async function readSites(
  pool: pg.Pool,
  { companyId, audience, now, onlyAgency }: SiteReader,
  query: SitesQuery,
): Promise<SitesAnswer> {
  const [shape, values] = [sitesShape(audience, query, onlyAgency), sitesValues(companyId, query, onlyAgency)]
  const skipped = (Math.max(1, query.page ?? 1) - 1) * sitesPageSize
  const [read, at] = await readInCompany(pool, companyId, [
    sitesPage(shape, { ...values, skipped }),
    seqQuery(companyId, 'sites'),
  ])
  const isOffice = audience === 'office'
  const moment = now.toISOString()
  const rows = read.rows.flatMap(({ site_id, name, body }) =>
    site_id === null || name === null ? [] : { site_id, name, body },
  )
  const ids = rows.map((one) => one.site_id)
  const [found, days] = await readInCompany(pool, companyId, [
    figuresOfSites({ isOffice }, { companyId, ids, now: moment, onlyAgency: onlyAgency ?? null }),
    todayAt({ companyId, now: moment }),
  ])
  const today = days.rows[0]?.day ?? ''
  const figures = new Map(found.rows.map((one) => [one.site_id, one]))
  const { all = 0, open = 0, owing = 0 } = read.rows[0] ?? {}
  const total = query.filter === undefined ? all : { open, deadlines: owing }[query.filter]
  return {
    sites: rows.map((row) => ({
      siteId: row.site_id,
      name: row.name,
      ...placeOf(row.body, today),
      ...figuresIn(figures.get(row.site_id)),
      ...distanceOf(row.body, query.near),
      ...(isOffice ? { office: officeFacts(row.body, figures.get(row.site_id)) } : {}),
    })),
    ...(shape.counts ? { counts: { all, open, ...(isOffice ? { deadlines: owing } : {}) } } : {}),
    ...(isOffice ? { office: { year: today.slice(0, 4) } } : {}),
    totalPages: Math.ceil(total / sitesPageSize),
    totalResults: total,
    seq: at.rows[0]?.seq ?? 0,
  }
}

function placeOf(body: Site | null, today: string) {
  const tenants = body?.tenants ?? []
  const current = tenants.filter((one) => isCurrent(one, today)).map((one) => one.name)
  return {
    address: body?.address ?? '',
    postcode: body?.postcode ?? '',
    tenants: current,
    isEmpty: tenants.length > 0 && current.length === 0,
  }
}

const distanceOf = (body: Site | null, near: string | undefined) =>
  near !== undefined && body?.location ? { metresAway: metresFrom(near, body.location) } : {}

const figuresIn = (found: SiteFigures | undefined) => ({
  flats: found?.flats ?? 0,
  openJobs: found?.open_jobs ?? 0,
  ...(found?.visit ? { visit: found.visit } : {}),
})

function officeFacts(body: Site | null, found: SiteFigures | undefined): SiteInList['office'] {
  const nextDeadline = found?.owed && deadlineOf(found.owed)
  return {
    agency: body?.office?.agency ?? '',
    spentThisYear: found?.spent ?? 0,
    ...(nextDeadline ? { nextDeadline } : {}),
  }
}

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
