import type pg from 'pg'
import { defaultTimeZone } from '#core/company/company.ts'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { wordsIn } from '#core/history/readable-changes.ts'
import { addDays, startOfDay } from '#core/time/wall-clock.ts'
import { type CompanyHistoryAnswer, type HistoryQuery, historyPageSize } from '#core/wire/history.ts'
import type { EventFilter } from './matching-events.ts'
import { type EntriesWithPeople, readEntries } from './read-entries.ts'
import { readSiteStreams } from './site-streams.ts'
import { companyTimeZone } from './time-zone.ts'

/** How many events a search looks at in one go, and for how long one page goes on looking, in milliseconds. */
const searchedAtOnce = 1_000
const longestSearch = 1_000

/** What is asked, with what it takes to answer it; a page that is searched for is answered after `patience` milliseconds. */
export type ResolvedQuery = { wanted: EventFilter; search: string; zone: string; now: Date; patience?: number }

/** A page of a company's history. `perPage` is how many entries it has at most. */
export async function readCompanyHistory(
  pool: pg.Pool,
  companyId: string,
  query: Omit<HistoryQuery, 'after'>,
  now: Date,
): Promise<CompanyHistoryAnswer> {
  return readPage(pool, companyId, await resolveQuery(pool, companyId, query, now), historyPageSize)
}

/** The streams and instants that a query means: only what narrows by them has to be asked for. */
export async function resolveQuery(
  pool: pg.Pool,
  companyId: string,
  { person, kind, site, from, to, search = '', before, since }: Omit<HistoryQuery, 'after'>,
  now: Date,
): Promise<ResolvedQuery> {
  const sought = search.trim()
  const asksZone = from !== undefined || to !== undefined || sought !== ''
  const [zone, streams] = await Promise.all([
    asksZone ? companyTimeZone(pool, companyId) : defaultTimeZone,
    site === undefined ? undefined : readSiteStreams(pool, companyId, [site].flat()),
  ])
  // Before the first year and after the last there is nothing, and PostgreSQL has no name for them.
  const begins = (day: string) => [startOfDay(day, zone)].find((instant) => !instant?.startsWith('0000'))
  return {
    wanted: {
      person,
      kind,
      before,
      since,
      from: from && begins(from),
      until: to && begins(addDays(to, 1)),
      streams,
    },
    search: sought,
    zone,
    now,
  }
}

/** One more than a page shows whether there is another one. */
export async function readPage(
  pool: pg.Pool,
  companyId: string,
  asked: ResolvedQuery,
  size: number,
): Promise<CompanyHistoryAnswer> {
  if (asked.search) return search(pool, companyId, asked, size)
  const { entries, ...read } = await readSome(pool, companyId, asked.wanted, size + 1)
  const page = entries.slice(0, size)
  return { entries: page, ...read, ...(entries.length > size ? { next: page.at(-1)?.seq ?? 0 } : {}) }
}

const readSome = (pool: pg.Pool, companyId: string, wanted: EventFilter, most: number): Promise<EntriesWithPeople> =>
  readEntries(pool, companyId, wanted, most)

/**
 * What is said in an entry is folded from many events, and no index may look into an event. So entries are read as they are and
 * looked through, newest first, for so long; the answer then says how far it came, and the next page goes on from there.
 */
async function search(
  pool: pg.Pool,
  companyId: string,
  asked: ResolvedQuery,
  size: number,
): Promise<CompanyHistoryAnswer> {
  const until = performance.now() + (asked.patience ?? longestSearch)
  const found: CompanyEntry[] = []
  const people: Record<string, string> = {}
  let before = asked.wanted.before
  for (;;) {
    const read = await readSome(pool, companyId, { ...asked.wanted, before }, searchedAtOnce)
    const last = read.entries.at(-1)
    const matching = matches(read, asked)
    found.push(...matching.slice(0, size - found.length))
    Object.assign(people, read.people)
    const answer = { entries: found, people, seq: read.seq }
    if (found.length === size) return { ...answer, next: found.at(-1)?.seq ?? 0 }
    if (!last || read.entries.length < searchedAtOnce) return answer
    before = last.seq
    if (performance.now() > until) return { ...answer, next: before, searchedTo: last.recordedAt }
  }
}

/** The entries that say all of the words, whoever's they are. */
function matches({ entries, people }: EntriesWithPeople, { search, zone, now }: ResolvedQuery): CompanyEntry[] {
  const sought = search.toLowerCase()
  const reading = { zone, nameOf: (userId: string) => people[userId] ?? '', now: now.toISOString() }
  return entries.filter((entry) => {
    const { by, actorId, sentence, why, place, importedFrom, changes } = entry
    const name = by === 'person' ? (people[actorId ?? ''] ?? '') : by
    const said = [sentence, why, importedFrom, place?.jobRef, place?.apartmentName, ...wordsIn(changes, reading)]
    return [name, ...said].some((text) => text?.toLowerCase().includes(sought))
  })
}
