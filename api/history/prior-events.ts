import { type SelectQueryBuilder, sql } from 'kysely'
import { neededBefore, site } from '#core/history/needed-events.ts'
import type { EventType, StoredEvent } from '#core/ledger/ledger.ts'
import type { Parameters } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { EventTable, Tables } from '#ledger/database/tables.ts'
import { type EventLine, eventOfLine } from '#ledger/log/read.ts'

/** What is needed of a prior event; its time and command are not. */
export const priorEventColumns = [
  'seq',
  'stream',
  'stream_id',
  'version',
  'type',
  'schema',
  'number',
  'data',
  'actor_id',
] as const
export type PriorEventLine = [
  seq: EventLine[0],
  stream: EventLine[1],
  streamId: EventLine[2],
  version: EventLine[3],
  type: EventLine[4],
  schema: EventLine[5],
  number: EventLine[6],
  data: EventLine[7],
  actorId: EventLine[8],
  ...null[],
]
const notRead = ['system', '', '', 'server', '', 0] as const

/** An event that only tells what came before another one. */
export function priorEvent(
  companyId: string,
  [seq, stream, streamId, version, type, schema, number, data, actorId]: PriorEventLine,
): StoredEvent {
  return eventOfLine(companyId, [seq, stream, streamId, version, type, schema, number, data, actorId, ...notRead])
}

/** The tables of the statement that reads entries: a page of events, and what each of its streams needs before it. */
export type PageTables = {
  page: EventTable
  needed: { stream_id: string; types: string; each: string[]; upto: number }
  prior: Pick<EventTable, (typeof priorEventColumns)[number]>
}
export const tablesOfPage = db.withTables<PageTables>()

/** Event types that need the same types before them. */
const groups = [...Map.groupBy(Object.entries(neededBefore), ([, types]) => types.join())].filter(([types]) => types)
const needNothing = Object.entries(neededBefore).flatMap(([type, { length }]) => (length === 0 ? [type] : []))
const onlySite = site.join()

/** The types that an event needs before it, as text. They stand in the statement: sending them takes as long as reading the page. */
const typesNeeded = () => {
  const [first, ...others] = groups.map(([types, group]) => ({ types, of: group.map(([type]) => type) }))
  if (!first) throw new Error('No event needs another before it')
  return tablesOfPage.selectFrom('page').select(({ eb }) =>
    others
      .reduce(
        (cases, one) => cases.when('type', 'in', one.of).then(one.types),
        eb.case().when('type', 'in', first.of).then(first.types),
      )
      .when('type', 'in', needNothing)
      .then(sql<string>`null`)
      // A type that only a newer release knows: its site is shown.
      .else(onlySite)
      .end()
      .as('types'),
  )
}

/** What is read before a page: of a whole stretch of one stream, or of events picked from many. */
export type Picked = 'stretch' | 'events'

/** The streams of `page` with the types they need, up to the first event of a page that has all after it, else up to its last. */
export const neededTypes = (picked: Picked) =>
  tablesOfPage
    .selectFrom(typesNeeded().select(['stream_id', 'version']).as('one'))
    .select(({ ref }) => [
      'stream_id',
      sql<string>`string_agg(distinct ${ref('types')}, ',')`.as('types'),
      sql<string[]>`string_to_array(string_agg(distinct ${ref('types')}, ','), ',')`.as('each'),
      sql<number>`case when max(${ref('version')}) - min(${ref('version')}) = count(*) - 1
        or ${sql.lit(picked === 'stretch')} then min(${ref('version')}) else max(${ref('version')}) end`.as('upto'),
    ])
    .groupBy('stream_id')

const named = sql<string | null>`coalesce(${sql.ref('event.data')} ->> 'taskId', ${sql.ref('event.data')} ->> 'noteId')`
const namedInPage = tablesOfPage
  .selectFrom('page')
  .select(sql<string>`coalesce(${sql.ref('page.data')} ->> 'taskId', ${sql.ref('page.data')} ->> 'noteId')`.as('named'))
/** An event of a task or comment tells nothing of another one. */
const isNamed = sql<boolean>`(${named} is null or ${named} = any (array${namedInPage}))`

/** Of these only the last of a task counts, as each replaces the one of its type before. */
const replacing: readonly EventType[] = [
  ...(['TaskDescribed', 'TaskPriced', 'TaskCompleted', 'TaskToEstimate'] as const),
  ...(['TaskReopened', 'TaskReady', 'TaskNotReady'] as const),
]
const whatIsReplaced = sql`case when ${sql.ref('event.type')} in (${sql.join(replacing.map((type) => sql.lit(type)))})
  then ${named} else ${sql.ref('event.seq')}::text end`

/** Of the events before a stretch, only the last ones of those that replace each other. */
const lastOfEach = <Output>(events: SelectQueryBuilder<PageTables & Tables, 'event', Output>) =>
  events
    .distinctOn(['event.type', sql`${whatIsReplaced}`])
    .orderBy('event.type')
    .orderBy(whatIsReplaced)
    .orderBy('event.version', 'desc')

/**
 * The events of these streams that tell what the events of `page` changed: few of a stream's events do. A stream is searched by its
 * index; where only its site is needed, that is its first event and the few that moved it.
 */
export function priorEvents({ companyId }: Parameters<{ companyId: string }>, picked: Picked) {
  const ofStream = () =>
    tablesOfPage
      .selectFrom('event')
      .select(priorEventColumns)
      .where('event.company_id', '=', companyId)
      .where('event.stream_id', '=', sql.ref<string>('needed.stream_id'))
  const upto = sql.ref<number>('needed.upto')
  const before = () => ofStream().where('event.version', '<', upto)
  const ofTypes = before()
    .where('event.type', '=', sql<string>`any (${sql.ref('needed.each')})`)
    .where(isNamed)
    .$if(picked === 'stretch', lastOfEach)
    .offset(0)
  const ofSite = ofStream()
    .where('event.version', '=', 1)
    .where(upto, '>', 1)
    .unionAll(before().where('event.type', '=', 'JobSiteChanged'))
  const streams = tablesOfPage.selectFrom('needed')
  return streams
    .crossJoinLateral(() => ofTypes.as('event'))
    .selectAll('event')
    .where('needed.types', '<>', onlySite)
    .unionAll(
      streams
        .crossJoinLateral(() => ofSite.as('event'))
        .selectAll('event')
        .where('needed.types', '=', onlySite),
    )
}
