import { type Expression, sql } from 'kysely'
import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { namesOf, type People, peopleOf, peopleQueries } from '#api/reads/people.ts'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { companyEntrySteps } from '#core/history/company-history.ts'
import { erasuresIn } from '#core/history/history.ts'
import { forTeam, type StoredEvent } from '#core/ledger/ledger.ts'
import type { Audience } from '#core/model/access.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { arrayStatementByShape, type Parameters, type Query } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { columnsOfLine, type EventLine, eventOfLine } from '#ledger/log/read.ts'
import { importedFrom } from './lookups/import-sources.ts'
import {
  type EventFilter,
  type EventsShape,
  type EventsValues,
  eventsQuery,
  includesNewest,
  matchingEvents,
} from './matching-events.ts'
import {
  neededTypes,
  type Picked,
  type PriorEventLine,
  priorEvent,
  priorEventColumns,
  priorEvents,
  tablesOfPage,
} from './prior-events.ts'

/**
 * `seq` is that of the ledger's head in the same snapshot. `read` tells how many events the entries come from and the oldest of
 * them: there may be more than entries, as events of a newer release may be private.
 */
export type EntriesWithPeople = {
  entries: CompanyEntry[]
  /** The names now of the people in the entries. */
  people: Record<string, string>
  /** All people of the company with the names that they have and had. */
  everyone: People
  seq: number
  read: { events: number; oldest?: { seq: number; recordedAt: string } }
}

/** An event of the page ends with its hash, one recorded after the page with an empty text. */
type Line = [...EventLine, hash: string]
type None = null
/** The head of the company's ledger. */
type HeadLine = [seq: number, ...None[], what: 'head']
export type AnyLine = Line | PriorEventLine | HeadLine

/**
 * The events of a query, with what each needs before it, and what was said of them since, in one statement: a second round trip would
 * take as long as reading a third of the page. `isNewest` is true if no later entry exists. The company's people are read in the same
 * round trip by a statement of their own, as accounts may be on another machine.
 */
export function entryLines(
  p: OfCompany,
  events: Expression<object>,
  { isNewest = false, picked = 'events' }: { isNewest?: boolean; picked?: Picked } = {},
) {
  const hash = sql<string>`encode(${sql.ref('hash')}, 'hex')`
  const lines = [
    page.select([...columnsOfLine, hash.as('hash')]),
    tablesOfPage.selectFrom('prior').select([...priorEventColumns, ...nulls(7)]),
    ...(isNewest ? [] : [correctedSince(p), erasedSince(p)]),
    db
      .selectFrom('company_head')
      .select(['seq', ...nulls(14), sql.lit('head').as('what')])
      .where('company_id', '=', p.companyId),
  ]
  const all = sql.join(
    lines.map((one) => sql`${one}`),
    sql` union all `,
  )
  return db
    .selectFrom(
      sql<object>`(with page as materialized ${events}, needed as materialized ${neededTypes(picked)},
        prior as ${priorEvents(p, picked)} ${all})`.as('line'),
    )
    .selectAll()
}

type OfCompany = Parameters<{ companyId: string }>

const page = tablesOfPage.selectFrom('page')

const oldest = page.select(({ fn }) => fn.min('page.seq').as('seq'))

/** The corrections of the page's events that were recorded since. */
const correctedSince = ({ companyId }: OfCompany) =>
  tablesOfPage
    .selectFrom('event')
    .select([...columnsOfLine, sql.lit('').as('hash')])
    .where('company_id', '=', companyId)
    .where('type', '=', 'TimeCorrected')
    .where('seq', '>', oldest)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('page')
          .select('page.seq')
          .whereRef('page.stream_id', '=', 'event.stream_id')
          .where(({ ref }) => sql<boolean>`to_jsonb(${ref('page.version')}) = ${ref('event.data')} -> 'version'`),
      ),
    )

/** The events of the page from which something was erased. */
const erasedInPage = page.where(
  ({ ref }) => sql<boolean>`strpos(${ref('page.data')}::text, ${sql.lit(erasedText)}) > 0`,
)

/**
 * The erasures since, as far as they name events of the page: one can name many others. Where nothing was erased from the page, none
 * is looked at.
 */
const erasedSince = ({ companyId }: OfCompany) => {
  const events = sql`${sql.ref('event.data')} -> 'events'`
  const ofPage = erasedInPage.select(({ ref }) => sql<string>`to_jsonb(${ref('page.seq')})`.as('seq'))
  const named = sql<{ events: string | null }>`(
    select jsonb_agg(one) events
    from jsonb_array_elements(case jsonb_typeof(${events}) when 'array' then ${events} else '[]' end) one
    where one -> 'seq' in ${ofPage})`
  const namedAlone = sql<string>`jsonb_set(${sql.ref('event.data')}, '{events}', ${sql.ref('named.events')})`.as('data')
  return tablesOfPage
    .selectFrom('event')
    .crossJoinLateral(() => named.as<'named'>(sql`named`))
    .select([...columnsOfLine.map((one) => (one === 'data' ? namedAlone : one)), sql.lit('').as('hash')])
    .where('company_id', '=', companyId)
    .where('type', '=', 'EventErased')
    .where(
      'seq',
      '>',
      erasedInPage.select(({ fn }) => fn.min('page.seq').as('seq')),
    )
    .where('named.events', 'is not', null)
}

/** Empty columns, with names of their own. */
const nulls = (count: number, name = 'n') =>
  Array.from({ length: count }, (_, index) => sql<null>`null`.as(`${name}${index}`))

const matchingEntries = arrayStatementByShape<EventsShape & { isNewest: boolean }, EventsValues, AnyLine>(
  'history',
  (p, shape) => entryLines(p, matchingEvents(p, shape), shape),
)

/** Up to `limit` entries of a company's history that pass a filter and that the reader may see, newest first. */
export function readEntries(
  pool: pg.Pool,
  companyId: string,
  filter: EventFilter,
  limit: number,
  audience: Audience = 'office',
) {
  const { shape, values } = eventsQuery(companyId, filter, limit)
  const query = matchingEntries({ ...shape, isNewest: includesNewest(filter) }, values)
  return entriesOf(pool, companyId, query, audience)
}

/** What the team may see of a company's events: those of jobs and parts, as in the history of a job. */
const seenByTeam = (events: readonly StoredEvent[]) =>
  forTeam(events.filter(({ stream }) => stream === 'job' || stream === 'part'))

/** The entries in the lines of a query, newest first; for the team without why they were recorded and from which file. */
export async function entriesOf(
  pool: pg.Pool,
  companyId: string,
  query: Query<AnyLine>,
  audience: Audience = 'office',
): Promise<EntriesWithPeople> {
  const [{ rows }, accounts, details] = await readInCompany(pool, companyId, [query, ...peopleQueries(companyId)])
  const { known, hashes, seq } = sorted(companyId, rows)
  const steps =
    audience === 'office'
      ? companyEntrySteps(known, hashes, erasuresIn(known))
      : companyEntrySteps(seenByTeam(known), hashes)
  const plainEntries = (await inTurns(steps)).reverse()
  const entries =
    audience === 'office'
      ? await importedFrom(pool, companyId, plainEntries)
      : plainEntries.map(({ why: _, ...entry }) => entry)
  const oldest = known.find((one) => hashes.has(one.seq))
  const read = {
    events: hashes.size,
    ...(oldest ? { oldest: { seq: oldest.seq, recordedAt: oldest.recordedAt } } : {}),
  }
  return {
    entries,
    people: namesOf([...accounts.rows, ...details.rows], peopleIn(entries)),
    everyone: peopleOf([...accounts.rows, ...details.rows]),
    seq,
    read,
  }
}

/** The entries of these that `keep` lets pass, and the people in them. */
export function keptEntries(
  { entries, people }: Pick<EntriesWithPeople, 'entries' | 'people'>,
  keep: (entry: CompanyEntry) => CompanyEntry | undefined,
): Pick<EntriesWithPeople, 'entries' | 'people'> {
  const kept = entries.flatMap((one) => keep(one) ?? [])
  const named = peopleIn(kept)
  return { entries: kept, people: Object.fromEntries(Object.entries(people).filter(([userId]) => named.has(userId))) }
}

/** The people in the entries: their authors, and those assigned to a visit or removed from one. */
function peopleIn(entries: readonly CompanyEntry[]): Set<string | undefined> {
  const people = new Set<string | undefined>()
  for (const { actorId, changes } of entries) {
    people.add(actorId)
    for (const { from, to } of changes)
      for (const value of [from, to]) if (Array.isArray(value)) for (const one of value) people.add(one)
  }
  return people
}

/** The events in the order of the ledger, each once, with the hashes of the page's events and the rest that was read. */
export function sorted(companyId: string, lines: readonly AnyLine[]) {
  const bySeq = new Map<number, StoredEvent>()
  const hashes = new Map<number, string>()
  let head = 0
  for (const line of lines) {
    if (isHead(line)) head = line[0]
    else {
      const [seq] = line
      if (isEarlier(line)) {
        if (!bySeq.has(seq)) bySeq.set(seq, priorEvent(companyId, line))
        continue
      }
      const hash = line[what]
      if (hash) hashes.set(seq, hash)
      if (hash || !bySeq.has(seq)) bySeq.set(seq, eventOfLine(companyId, line))
    }
  }
  const known = [...bySeq.values()].sort((one, other) => one.seq - other.seq)
  return { known, hashes, seq: head }
}

/** The position in a line that identifies its kind. */
const what = 15
const isHead = (line: AnyLine): line is HeadLine => line[what] === 'head'
const isEarlier = (line: Line | PriorEventLine): line is PriorEventLine => line[what] === null
