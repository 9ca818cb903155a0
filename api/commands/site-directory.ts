import { type Expression, sql } from 'kysely'
import type pg from 'pg'
import { isSiteEvent } from '#core/ledger/ledger.ts'
import type { SiteCommand } from '#core/site/messages.ts'
import { evolve, type Site } from '#core/site/site.ts'
import { foldName, isNaming, nameKeyOf, type SiteName } from '#core/site/site-directory.ts'
import { neededOf, type SiteDirectory, type SiteFacts, siteFactsOf } from '#core/site/site-facts.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns, storedEvent } from '#ledger/log/read.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { columnsOf } from '#ledger/read-models/row-types.ts'
import { type SiteRecord, siteNameMapping, siteRowMapping } from '#ledger/read-models/site-rows.ts'

type Asked = { keys: readonly string[]; ids: readonly string[] }
type Needed = Parameters<{ companyId: string } & Asked>

const ofCompany = (companyId: Expression<string>) =>
  db
    .selectFrom('site_name')
    .where('company_id', '=', companyId)
    .where('generation', '=', liveOf(companyId, 'site-names').select('generation'))

/** The names that were given, and all names of the sites that are spoken of: those that names belong to among them. */
const neededNames = statement('needed-site-names', (p: Needed) =>
  ofCompany(p.companyId)
    .select(columnsOf(siteNameMapping))
    .where((name) =>
      name.or([
        name('name_key', '=', name.fn.any(p.keys)),
        name('site_id', '=', name.fn.any(p.ids)),
        name(
          'site_id',
          'in',
          ofCompany(p.companyId)
            .select('site_id')
            .where((other) => other('name_key', '=', other.fn.any(p.keys))),
        ),
      ]),
    ),
)

/** Events of sites and of their names that the rows have not folded yet. */
const notFolded = (companyId: Expression<string>) =>
  db
    .selectFrom('event')
    .where('company_id', '=', companyId)
    .where((event) =>
      event(
        'seq',
        '>',
        event.fn.coalesce(
          sql<number>`least(${liveOf(companyId, 'sites').select('seq')}, ${liveOf(companyId, 'site-names').select('seq')})`,
          event.lit(0),
        ),
      ),
    )

/**
 * The sites that are spoken of, those that names belong to, what they were merged into and their buildings; what was merged into them,
 * and what is in these, in them or in what they were merged into. With them are the sites of events that are not folded yet, which may
 * say the same of others. Ids are looked up in arrays, by the indexes of the three columns.
 */
const neededSites = statement('needed-sites', (p: Needed) => {
  const sites = db
    .selectFrom('site_row')
    .where('company_id', '=', p.companyId)
    .where('generation', '=', liveOf(p.companyId, 'sites').select('generation'))
  const spokenOf = sites.where((one) => one('site_id', '=', one.fn.any(p.ids)))
  const named = ofCompany(p.companyId)
    .select('site_id')
    .where((name) => name('name_key', '=', name.fn.any(p.keys)))
  const changed = notFolded(p.companyId).where('stream', '=', 'site').select('stream_id')
  const merged = sites.where((one) => one('merged_into', '=', one.fn.any(p.ids))).select('site_id')
  const among = (column: 'site_id' | 'building_id', ids: Expression<unknown>) =>
    sql<boolean>`${sql.ref(column)} = any(array(${ids}))`
  return sites
    .select(columnsOf(siteRowMapping))
    .$narrowType<Pick<SiteRecord, 'body'>>()
    .where((site) =>
      site.or([
        site('site_id', '=', site.fn.any(p.ids)),
        site('merged_into', '=', site.fn.any(p.ids)),
        site('building_id', '=', site.fn.any(p.ids)),
        among('building_id', spokenOf.select('merged_into')),
        among('site_id', named),
        among('site_id', spokenOf.select('merged_into')),
        among('site_id', spokenOf.select('building_id')),
        among('site_id', changed),
        among('building_id', merged),
        among('building_id', changed),
      ]),
    )
})

/** Events that the rows have not folded yet, so that no name and no merge is missed if the projector lags or has stopped. */
const unfolded = statement('unfolded-site-events', (p: Parameters<{ companyId: string }>) =>
  notFolded(p.companyId)
    .select(eventColumns)
    .where((event) => event.or([event('stream', '=', 'site'), event('type', 'in', ['JobCreated', 'JobSiteChanged'])]))
    .orderBy('seq'),
)

/** The facts of other sites that a command on a site depends on, up to date with the head of the ledger. */
export async function readSiteFacts(pool: pg.Pool, companyId: string, command: SiteCommand): Promise<SiteFacts> {
  const { key, ids } = neededOf(command)
  return {
    site: siteFactsOf(command, await readDirectory(pool, companyId, { keys: key === undefined ? [] : [key], ids })),
  }
}

/**
 * The names and sites that are spoken of, and what belongs to them, up to date with the head of the ledger. Where a site was merged into
 * one that has no row, since only jobs have named it, or by an event that is not folded yet, that one is read in a second round.
 */
export async function readDirectory(pool: pg.Pool, companyId: string, asked: Asked): Promise<SiteDirectory> {
  const directory = await readOnce(pool, companyId, asked)
  const ids = [...reached(asked.ids, directory)]
  const isRead = (id: string) => directory.sites.has(id) || asked.ids.includes(id)
  return ids.every(isRead) ? directory : readDirectory(pool, companyId, { ...asked, ids })
}

/** These sites, what they were merged into, and the buildings of them all, one step after another. */
function reached(ids: readonly string[], { sites }: SiteDirectory): ReadonlySet<string> {
  const found = new Set(ids)
  // A set goes on with what is added to it meanwhile.
  for (const id of found) {
    const { mergedInto, buildingId } = sites.get(id) ?? {}
    if (mergedInto !== undefined) found.add(mergedInto)
    if (buildingId !== undefined) found.add(buildingId)
  }
  return found
}

async function readOnce(pool: pg.Pool, companyId: string, { keys, ids }: Asked): Promise<SiteDirectory> {
  const needed = { companyId, keys, ids }
  const [found, rows, since] = await readInCompany(pool, companyId, [
    neededNames(needed),
    neededSites(needed),
    unfolded({ companyId }),
  ])
  const names = new Map<string, SiteName>(
    found.rows.map((row) => [row.name_key, siteNameMapping.fromRecord(row)] as const),
  )
  const sites = new Map<string, Site>(rows.rows.map((row) => [row.site_id, siteRowMapping.fromRecord(row)] as const))
  for (const event of since.rows.map(storedEvent)) {
    const named = isNaming(event) ? nameKeyOf(event) : undefined
    if (isNaming(event) && named !== undefined) names.set(named, foldName(names.get(named), event))
    const site = isSiteEvent(event) ? evolve(sites.get(event.streamId), event) : undefined
    if (site) sites.set(event.streamId, site)
  }
  return { names, sites }
}
