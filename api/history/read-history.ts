import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { nextPage } from '#api/http/turns/stand-back.ts'
import { namesAt, type People } from '#api/reads/people.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { wordsIn } from '#core/history/readable-changes.ts'
import { nameAt, nameOfPerson } from '#core/member/names.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { type CompanyHistoryAnswer, type HistoryQuery, historyPageSize } from '#core/wire/history.ts'
import { readSiteStreams } from './lookups/site-streams.ts'
import type { EventFilter } from './matching-events.ts'
import { type EntriesWithPeople, readEntries } from './read-entries.ts'
import { companyTimeZone, startOf } from './time-zone.ts'

/** How many events a search reads at a time, and how long it searches for one page, in milliseconds. */
const searchedAtOnce = 500
const longestSearch = 1_000

/**
 * A query with what is needed to run it; a search returns what it has found after `patience` milliseconds, and throws the signal's
 * reason once it is aborted.
 */
export type ResolvedQuery = {
  wanted: EventFilter
  search: string
  zone: string
  now: Date
  patience?: number
  signal?: AbortSignal | undefined
}

/** A page of a company's history. `perPage` is how many entries it has at most. */
export async function readCompanyHistory(
  pool: pg.Pool,
  companyId: string,
  query: Omit<HistoryQuery, 'after'>,
  now: Date,
  signal?: AbortSignal,
): Promise<CompanyHistoryAnswer> {
  const asked = { ...(await resolveQuery(pool, companyId, query, now)), signal }
  const { everyone: _, ...answer } = await readPage(pool, companyId, asked, historyPageSize)
  return answer
}

/** Resolves a query's sites and days to streams and instants, reading only what its filters need. */
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
  // PostgreSQL cannot represent the year 0, before which there is nothing anyway.
  const begins = (day: string) => [startOf(day, zone)].find((instant) => !instant?.startsWith('0000'))
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

/** A page, and all people of the company with the names that they have and had. */
type Page = CompanyHistoryAnswer & { everyone: People }

/** Reads one entry more than a page, which shows whether there is a next page. */
export async function readPage(pool: pg.Pool, companyId: string, asked: ResolvedQuery, size: number): Promise<Page> {
  if (asked.search) return search(pool, companyId, asked, size)
  const { entries, read, ...answer } = await readSome(pool, companyId, asked.wanted, size + 1)
  const page = entries.slice(0, size)
  const last = entries.length > size ? page.at(-1) : read.oldest
  return { entries: page, ...answer, ...(read.events > size ? { next: last?.seq ?? 0 } : {}) }
}

const readSome = (pool: pg.Pool, companyId: string, wanted: EventFilter, most: number): Promise<EntriesWithPeople> =>
  readEntries(pool, companyId, wanted, most)

/**
 * The text of an entry is folded from many events, and no index covers the data of an event. So entries are read and searched, newest
 * first, for a limited time; the answer then tells how far the search got, and the next page resumes there.
 */
async function search(pool: pg.Pool, companyId: string, asked: ResolvedQuery, size: number): Promise<Page> {
  const until = performance.now() + (asked.patience ?? longestSearch)
  const found: CompanyEntry[] = []
  const people: Record<string, string> = {}
  let before = asked.wanted.before
  for (;;) {
    asked.signal?.throwIfAborted()
    const wanted = { ...asked.wanted, before }
    const read = await nextPage(() => readSome(pool, companyId, wanted, searchedAtOnce))
    const { events, oldest: last } = read.read
    const matching = await inTurns(matches(read, asked))
    found.push(...matching.slice(0, size - found.length))
    Object.assign(people, read.people)
    const answer = { entries: found, people, everyone: read.everyone, seq: read.seq }
    if (found.length === size) return { ...answer, next: found.at(-1)?.seq ?? 0 }
    if (!last || events < searchedAtOnce) return answer
    before = last.seq
    if (performance.now() > until) return { ...answer, next: before, searchedTo: last.recordedAt }
  }
}

/**
 * The entries that contain the text, in their author's name, then or now, or anywhere they show; undefined for each other entry.
 */
function* matches({ entries, everyone }: EntriesWithPeople, { search, zone, now }: ResolvedQuery) {
  const sought = search.toLowerCase()
  for (const entry of entries) {
    const { by, actorId, sentence, why, place, importedFrom, changes, recordedAt } = entry
    const reading = { zone, nameOf: namesAt(everyone, recordedAt), now: now.toISOString() }
    const author = by === 'person' ? everyone.get(actorId ?? '') : { username: by }
    const names = author ? [author.username, nameOfPerson(author), nameAt(author, recordedAt)] : []
    const searchable = [
      ...names,
      sentence,
      why,
      importedFrom,
      place?.jobRef,
      place?.apartmentName,
      ...wordsIn(changes, reading),
    ]
    yield searchable.some((text) => text?.toLowerCase().includes(sought)) ? entry : undefined
  }
}
