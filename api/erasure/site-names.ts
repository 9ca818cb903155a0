import { sql } from 'kysely'
import type pg from 'pg'
import { appendOf, type Decided, serverStamp } from '#api/commands/decide-and-append.ts'
import { readDirectory } from '#api/commands/site-directory.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { type ErasableText, textsOf } from '#core/erasure/erasure.ts'
import { type EventType, isSiteEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { upcastEvent } from '#core/model/upcast.ts'
import { evolve, type Site } from '#core/site/site.ts'
import { foldName, isNaming, keepNames, type Naming, nameKeyOf } from '#core/site/site-directory.ts'
import { siteKey } from '#core/site/site-names.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventAsStored, eventColumns, readStream, storedEvent } from '#ledger/log/read.ts'

/** The types of events that decide which names sites keep. */
export const bringNames: readonly EventType[] = ['JobCreated', 'JobSiteChanged', 'SiteAdded', 'SiteNamed']

/**
 * The appends that keep the ids of sites through an erasure. While only jobs have a name, the first of them decides its site's id. If that
 * job's name is erased, the next job would decide on another id, and merges and recurring work would point nowhere. So the site itself
 * takes the name as the next job has it. Nothing is appended for a name that no job has any more.
 */
export async function keptSiteIds(
  pool: pg.Pool,
  member: MemberRights,
  erased: readonly StoredEvent[],
): Promise<Decided[]> {
  const { companyId } = member
  const keys = [...new Set(erased.map(upcastEvent).flatMap((event) => keyIn(event) ?? []))]
  if (keys.length === 0) return []
  const [{ names }, [left]] = await Promise.all([
    readDirectory(pool, companyId, { keys, ids: [] }),
    readInCompany(pool, companyId, [
      firstOfNames({ companyId, without: erased.map((one) => one.seq), words: keys.map(tellingWord) }),
    ]),
  ])
  const first = new Map<string, Naming>()
  for (const event of left.rows.map(storedEvent).toSorted((one, other) => one.seq - other.seq)) {
    const key = keyIn(event)
    if (isNaming(event) && key !== undefined && !first.has(key)) first.set(key, event)
  }
  const kept = new Map<string, string[]>()
  for (const key of keys) {
    const [before, decides] = [names.get(key), first.get(key)]
    const after = decides && foldName(undefined, decides)
    if (!before || before.isOwn || !after || after.siteId === before.siteId) continue
    kept.set(before.siteId, [...(kept.get(before.siteId) ?? []), after.name])
  }
  const appends = await Promise.all([...kept].map(([siteId, called]) => namingOf(pool, member, siteId, called)))
  return appends.filter((one) => one !== undefined)
}

/** The key of the name that an event brings; undefined for one that brings none, or whose data are damaged. */
const keyIn = (event: StoredEvent) => (isNaming(event) && textsOf(event).length > 0 ? nameKeyOf(event) : undefined)

/** The append that gives a site these names; undefined if the id is not a site's. */
async function namingOf(pool: pg.Pool, member: MemberRights, siteId: string, names: readonly string[]) {
  const history = await readStream(pool, member.companyId, siteId)
  if (!history.every(isSiteEvent)) return undefined
  const site = history.filter(isSiteEvent).reduce<Site | undefined>(evolve, undefined)
  const decided = { events: keepNames(site, names), expectedVersion: history.at(-1)?.version ?? 0 }
  return appendOf(member, { type: 'EditSite', data: { siteId } }, decided, serverStamp())
}

/** Whether an event sets a job's site. */
export const isNameOfJob = ({ type }: Pick<StoredEvent, 'type'>) => type === 'JobCreated' || type === 'JobSiteChanged'

/** A word found in every spelling of the name with this key, so that the database can leave out other events. */
const tellingWord = (key: string) =>
  (key.match(/[a-z0-9]+/g) ?? []).reduce((longest, one) => (one.length > longest.length ? one : longest), '')

type Names = { companyId: string; without: readonly number[]; words: readonly string[] }

/** For each spelling that has one of these words, the first event that sets it as a job's site, apart from the events being erased. */
const firstOfNames = statement('erasure-names', (p: Parameters<Names>) =>
  db
    .selectFrom('event')
    .distinctOn(apartmentName)
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('type', 'in', ['JobCreated', 'JobSiteChanged'])
    .where(apartmentName, '<>', erasedText)
    .where(
      sql<boolean>`exists (select from unnest(${p.words}::text[]) word where strpos(lower(${apartmentName}), word) > 0)`,
    )
    .where((event) => event.not(event('seq', '=', event.fn.any(p.without))))
    .orderBy(apartmentName)
    .orderBy('seq'),
)
const apartmentName = sql<string>`data ->> 'apartmentName'`

const namesOfSites: readonly EventType[] = [
  ...(['SiteAdded', 'SiteNamed', 'SiteMerged', 'SiteMergeUndone', 'SiteKeptApart', 'SiteBuildingSet'] as const),
  ...(['RecurringWorkSetUp', 'RecurringWorkChanged'] as const),
]

/** Events of sites and recurring work that contain a word; `stream <> 'job'` is the condition of the index on small streams. */
const saidOfSites = statement('erasure-said-of-sites', (p: Parameters<{ companyId: string; word: string }>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('stream', 'in', ['site', 'recurring'])
    .where('stream', '<>', 'job')
    .where('type', 'in', namesOfSites)
    .where(sql<boolean>`strpos(lower(data::text), ${p.word}) > 0`)
    .orderBy('seq'),
)

/** The most that are listed. */
const mostSaid = 100

/** The name that an event brings, wherever sites and their recurring work have it too. */
export async function sameNames(pool: pg.Pool, companyId: string, event: StoredEvent) {
  const key = keyIn(upcastEvent(event))
  if (key === undefined) return []
  const [{ rows }] = await readInCompany(pool, companyId, [saidOfSites({ companyId, word: tellingWord(key) })])
  const isName = ({ field, text }: ErasableText) => (field === 'name' || field === 'called') && siteKey(text) === key
  return rows
    .map(eventAsStored)
    .filter((one) => one.seq !== event.seq)
    .flatMap((one) =>
      textsOf(one)
        .filter(isName)
        .map((text) => ({ event: one, text })),
    )
    .slice(-mostSaid)
}
