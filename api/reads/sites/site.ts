import { sql } from 'kysely'
import type pg from 'pg'
import { seqQuery } from '#api/reads/documents.ts'
import { type Audience, visible } from '#core/model/access.ts'
import { newSite, type Site } from '#core/site/site.ts'
import { siteKey } from '#core/site/site-names.ts'
import type { NamedSite, SiteAnswer } from '#core/wire/jobs/sites.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { flatsOf } from './flats.ts'
import { liveNames, liveSites, root } from './site-tables.ts'

type OfSite = Parameters<{ companyId: string; siteId: string }>

/** As many sites of a building as its page lists. */
const mostFlats = 100

const own = statement('site-own', (p: OfSite) =>
  liveSites(p).select(sql<Site>`site_row.body`.as('body')).where('site_row.site_id', '=', p.siteId),
)

const names = statement('site-names-of', (p: OfSite) =>
  liveNames(p)
    .select(['site_name.name', 'site_name.site_id'])
    .where((name) => name.or([name('site_name.site_id', '=', p.siteId), name('site_row.merged_into', '=', p.siteId)]))
    .orderBy('site_name.sort_key'),
)

const merged = statement('site-merged', (p: OfSite) =>
  liveSites(p)
    .select(['site_row.site_id as siteId', 'site_row.name'])
    .where('site_row.merged_into', '=', p.siteId)
    .orderBy('site_row.sort_key'),
)

const flats = statement('site-flats', (p: OfSite) =>
  flatsOf(p, p.siteId)
    .select(['site_row.site_id as siteId', 'site_row.name', sql<number>`count(*) over ()`.as('all')])
    .orderBy('site_row.sort_key')
    .limit(mostFlats),
)

/** What a site is called, and the one that it was merged into. */
const called = statement('site-called', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  liveNames(p)
    .select(['site_name.site_id', 'site_name.name', root.as('root')])
    .select(({ fn }) => [fn.coalesce('site_row.name', 'site_name.name').as('present')])
    .where((name) => name('site_name.site_id', '=', name.fn.any(p.ids))),
)

/** The site that a job is at, by its name; undefined for an unknown job, and for one whose name was erased. */
const ofJob = statement('site-of-job', (p: Parameters<{ companyId: string; jobId: string }>) =>
  liveNames(p)
    .select(root.as('site_id'))
    .where('site_name.name_key', '=', ({ selectFrom }) =>
      selectFrom('site_job')
        .select('site_job.name_key')
        .where('site_job.company_id', '=', p.companyId)
        .where('site_job.generation', '=', liveOf(p.companyId, 'site-jobs').select('generation'))
        .where('site_job.job_id', '=', p.jobId),
    ),
)

export async function readSiteOfJob(pool: pg.Pool, companyId: string, audience: Audience, jobId: string) {
  const [found] = await readInCompany(pool, companyId, [ofJob({ companyId, jobId })])
  const siteId = found.rows[0]?.site_id
  return siteId === undefined ? undefined : readSite(pool, companyId, audience, siteId)
}

/** A site with the others that it has to do with; undefined for an unknown one. */
export async function readSite(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  siteId: string,
): Promise<SiteAnswer | undefined> {
  const of = { companyId, siteId }
  const [self, known, others, inside, at] = await readInCompany(pool, companyId, [
    own(of),
    names(of),
    merged(of),
    flats(of),
    seqQuery(companyId, 'sites'),
  ])
  const first = known.rows.find((one) => one.site_id === siteId)
  const site = self.rows[0]?.body ?? (first && newSite(siteId, first.name, ''))
  if (!site) return undefined
  const { createdAt: _, lastModified: __, office, ...facts } = visible(audience, site)
  const seen = { ...withoutFiles(facts), ...(office ? { office: withoutFiles(office) } : {}) }
  const [building, mergedInto] = await namesOf(pool, companyId, [site.buildingId, site.mergedInto])
  const key = siteKey(site.name)
  return {
    site: seen,
    otherNames: [...new Set(known.rows.map((one) => one.name))].filter((name) => siteKey(name) !== key),
    ...(building && building.siteId !== siteId ? { building } : {}),
    flats: inside.rows.map(({ siteId: id, name }) => ({ siteId: id, name })),
    flatCount: inside.rows[0]?.all ?? 0,
    merged: others.rows,
    ...(mergedInto ? { mergedInto } : {}),
    seq: at.rows[0]?.seq ?? 0,
  }
}

/** Files are read a page at a time. */
const withoutFiles = <T extends { attachments?: unknown }>({ attachments: _, ...rest }: T) => rest

/** The sites with these ids by their present names, or what they were merged into. */
async function namesOf(pool: pg.Pool, companyId: string, ids: readonly (string | undefined)[]) {
  const wanted = ids.filter((one) => one !== undefined)
  if (wanted.length === 0) return []
  const look = async (sought: readonly string[]) => {
    const [found] = await readInCompany(pool, companyId, [called({ companyId, ids: sought })])
    return new Map(found.rows.map((row) => [row.site_id, row]))
  }
  const found = await look(wanted)
  const roots = await look([...found.values()].map((one) => one.root))
  return ids.map((id): NamedSite | undefined => {
    const at = id === undefined ? undefined : found.get(id)
    return at && { siteId: at.root, name: roots.get(at.root)?.present ?? at.present }
  })
}
