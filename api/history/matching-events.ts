import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { automaticTypes, providerTypes } from '#core/history/company-history.ts'
import { kindOf } from '#core/history/kinds.ts'
import { type EventType, events, isEventType, isPrivate } from '#core/ledger/ledger.ts'
import type { HistoryQuery } from '#core/wire/history.ts'
import type { Parameters } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'
import { columnsOfLine } from '#ledger/log/read.ts'
import { type Bound, bounds, withinBounds } from './event-bounds.ts'

/** What a page of history is filtered by. The streams are those of the chosen sites; `from` and `until` are instants. */
export type EventFilter = Pick<HistoryQuery, 'person' | 'kind'> & {
  [Name in Bound]?: (Name extends 'before' | 'since' ? number : string) | undefined
} & { streams?: readonly string[] | undefined }

type HowMany = 'none' | 'one' | 'several'

/** What the text of a query depends on; `types` are those of a single kind, which stand in the text. */
export type EventsShape = {
  limit: number
  bounds: readonly Bound[]
  kinds: HowMany
  types: readonly EventType[]
  users: HowMany
  isByPerson: boolean
  isByType: boolean
  streams: 'all' | 'few' | 'many'
}

/** Whether these are the newest events of all, so that no later event is missing among them. */
export const includesNewest = ({ person, kind, streams, before, until }: EventFilter) =>
  [person, kind, streams, before, until].every((one) => one === undefined)

/** The types of event that others than their author may know of, and those that they may not. */
const publicTypes = Object.keys(events)
  .filter(isEventType)
  .filter((type) => !isPrivate({ type }))
const privateTypes = Object.keys(events).filter((type) => isPrivate({ type }))

/** The shape and the values of a query for at most `limit` events that pass a filter. */
export function eventsQuery(companyId: string, filter: EventFilter, limit: number) {
  const { person, kind, before = 0, since = 0, from = '', until = '', streams = [] } = filter
  const kinds = kind === undefined ? [] : [kind].flat()
  const people = person === undefined ? [] : [person].flat()
  const types = publicTypes.filter((type) => kinds.length === 0 || kinds.includes(kindOf[type]))
  const typesOfPeople = automatic(people, types)
  const userIds = people.filter((one) => one !== 'fettle' && one !== 'stripe')
  const shape: EventsShape = {
    limit,
    bounds: bounds.filter((name) => filter[name] !== undefined),
    kinds: howMany(kinds),
    types: kinds.length === 1 ? types : [],
    users: howMany(userIds),
    isByPerson: people.length > 0,
    isByType: typesOfPeople.length > 0,
    streams: filter.streams === undefined ? 'all' : streams.length > mostLookedUp ? 'many' : 'few',
  }
  const values = {
    companyId,
    before,
    since,
    from,
    until,
    streams,
    types,
    typesOfPeople,
    userIds,
    userId: userIds[0] ?? '',
  }
  return { shape, values }
}

export type EventsValues = ReturnType<typeof eventsQuery>['values']
export type EventsParameters = Parameters<EventsValues>

const howMany = (all: readonly unknown[]): HowMany => (all.length === 0 ? 'none' : all.length === 1 ? 'one' : 'several')

/** The types of event that record acts of the product itself, or of the card provider. */
const automatic = (people: readonly string[], types: readonly EventType[]) =>
  types.filter(
    (type) =>
      (people.includes('fettle') && automaticTypes.includes(type)) ||
      (people.includes('stripe') && providerTypes.includes(type)),
  )

const pageColumns = ['hash', ...columnsOfLine] as const
const event = expressionBuilder<Tables, 'event'>()
/** The value of a list that events are looked up by, one after the other. */
const wanted = sql.ref<string>('wanted.one')
type Condition = Expression<SqlBool>

/**
 * The newest events that pass a filter. Where it names several people, kinds or sites, the newest of each are taken from an index,
 * and then the newest of these, so that it costs the same in a ledger of any size.
 */
export function matchingEvents(p: EventsParameters, shape: EventsShape) {
  const { kinds, types, users, isByPerson, isByType, streams } = shape
  if (streams !== 'all') return bySeq(p, shape, ofStreams(p, shape))
  if (isByPerson) {
    // An index covers the types of one person's events, so no kind has to be looked up on its own.
    if (users === 'one' && !isByType && kinds === 'none')
      return newest(p, shape, event.and([event('actor_id', '=', uuid(p.userId)), isPublic(p, shape)])).select(
        pageColumns,
      )
    const ofPeople = event.and([event('actor_id', '=', wanted), isPublic(p, shape)])
    const byPeople = newestOfEach(p, shape, uuids(p.userIds), ofPeople)
    const byTypes = newestOfEach(p, shape, texts(p.typesOfPeople), event('type', '=', wanted))
    if (users === 'none' && !isByType) return eventsOf(p).select(pageColumns).where(sql<boolean>`false`)
    return bySeq(p, shape, users === 'none' ? byTypes : isByType ? byPeople.union(byTypes) : byPeople)
  }
  if (kinds === 'none') return newest(p, shape, isPublic(p, shape)).select(pageColumns)
  if (kinds === 'several') return bySeq(p, shape, newestOfEach(p, shape, texts(p.types), event('type', '=', wanted)))
  const ofTypes = types.map((type) => sql`${newest(p, shape, event('type', '=', type)).select(pageColumns)}`)
  return db
    .selectFrom(sql<PageRow>`(${sql.join(ofTypes, sql` union all `)})`.as('event'))
    .select(pageColumns)
    .orderBy('seq', 'desc')
    .limit(shape.limit)
}

const eventsOf = ({ companyId }: Pick<EventsParameters, 'companyId'>) =>
  db.selectFrom('event').where('company_id', '=', companyId)

const uuid = (id: Expression<string>) => sql<string>`${id}::uuid`
const uuids = (ids: Expression<readonly string[]>) => sql<string>`${ids}::uuid[]`
const texts = (all: Expression<readonly string[]>) => sql<string>`${all}::text[]`
const anyOf = (all: Expression<string>) => sql<string>`any (${all})`

/** Only the types of the chosen kinds, and never a private one. */
const isPublic = (p: EventsParameters, { kinds }: EventsShape): Condition =>
  kinds === 'none' ? event('type', 'not in', privateTypes) : event('type', '=', anyOf(texts(p.types)))

const newest = (p: EventsParameters, shape: EventsShape, condition: Condition, order: 'seq' | 'version' = 'seq') =>
  eventsOf(p).where(condition).where(withinBounds(p, shape.bounds)).orderBy(order, 'desc').limit(shape.limit)

type PageRow = { [Column in (typeof pageColumns)[number]]: Tables['event'][Column] }

const newestOfEach = (
  p: EventsParameters,
  shape: EventsShape,
  all: Expression<string>,
  condition: Condition,
  order?: 'version',
) =>
  db
    .selectFrom(sql<{ one: string }>`unnest(${all})`.as<'wanted'>(sql`wanted (one)`))
    .crossJoinLateral(() => newest(p, shape, condition, order).select('seq').as('found'))
    .select('found.seq')

type Seqs = ReturnType<typeof newestOfEach>

/** The newest of the events with these seqs. */
function bySeq(p: EventsParameters, { limit }: EventsShape, seqs: Seqs) {
  const newestSeqs = db.selectFrom(seqs.as('found')).select('found.seq').orderBy('found.seq', 'desc').limit(limit)
  return eventsOf(p).select(pageColumns).where('seq', '=', sql<number>`any (array${newestSeqs})`)
}

/** How many of the newest events are searched first. */
const nearby = 5_000
/** Up to how many streams are looked up one by one, although none of their events may match. */
const mostLookedUp = 1_000

/**
 * The newest matching events of a busy site are among the newest of all. If too few are, its streams are looked up one by one, which
 * takes the same time wherever in the ledger they are; a site that makes up most of the ledger is searched from the newest event on.
 */
function ofStreams(p: EventsParameters, shape: EventsShape): Seqs {
  const { isByPerson, limit } = shape
  const ofPeople = event.or([
    event('actor_id', '=', anyOf(uuids(p.userIds))),
    event('type', '=', anyOf(texts(p.typesOfPeople))),
  ])
  const condition = isByPerson ? event.and([isPublic(p, shape), ofPeople]) : isPublic(p, shape)
  const all = eventsOf(p)
    .select(['seq', 'stream_id', 'type', 'actor_id'])
    .where(withinBounds(p, shape.bounds))
    .orderBy('seq', 'desc')
  // The streams are probed in a hash table: if this were a join, the planner would choose its own order.
  const searched = (newestFirst: typeof all) =>
    db
      .selectFrom(newestFirst.as('found'))
      .select('found.seq')
      .where(({ ref }) => sql<boolean>`(${ref('found.stream_id')} in (select unnest(${uuids(p.streams)}))) is true`)
      .where(condition)
      .limit(limit)
  // Within a stream, versions are in the order of the ledger.
  const ofStream = event.and([event('stream_id', '=', wanted), condition])
  const rest =
    shape.streams === 'many' ? searched(all.offset(0)) : newestOfEach(p, shape, uuids(p.streams), ofStream, 'version')
  const few = db.withTables<{ few: { seq: number } }>().selectFrom('few')
  const both = sql<{ seq: number }>`(with few as materialized ${searched(all.limit(nearby))}
    ${few.select('seq')} union ${db
      .selectFrom(rest.as('rest'))
      .select('rest.seq')
      .where(
        few.select(({ fn }) => fn.countAll<number>().as('count')),
        '<',
        limit,
      )})`
  return db.selectFrom(both.as('found')).select('found.seq')
}
