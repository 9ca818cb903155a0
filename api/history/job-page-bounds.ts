import { expressionBuilder, sql } from 'kysely'
import { events, isEventType, isForTeam } from '#core/ledger/ledger.ts'
import type { Audience } from '#core/model/access.ts'
import { schemaOf } from '#core/model/upcast.ts'
import { mostInPage } from '#core/wire/history.ts'
import { type Parameters, type RowOf, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'
import { columnsOfLine } from '#ledger/log/read.ts'

type OfStream = { companyId: string; jobId: string }

const types = Object.keys(events).filter(isEventType)
const teamTypes = types.filter((type) => isForTeam({ type }))
const event = expressionBuilder<Tables, 'event'>()

/** A job's events that a reader may see. */
const visibleEvents = (p: Parameters<OfStream>, audience: Audience) =>
  db
    .selectFrom('event')
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.jobId)
    .where('stream', '=', 'job')
    .where(isVisible(audience))

const isVisible = (audience: Audience) => (audience === 'team' ? event('type', 'in', teamTypes) : sql<boolean>`true`)

/** The newest shape of an event's type that this release knows. */
const knownSchema = types
  .filter((type) => schemaOf(type) > 1)
  .reduce(
    (others, type) =>
      sql<number>`case when ${event('type', '=', type)} then ${sql.lit(schemaOf(type))} else ${others} end`,
    sql<number>`${sql.lit(1)}`,
  )

/** Whether this release does not know an event's type, or the shape of its data. */
const isUnknown = event.or([event('type', 'not in', types), event('schema', '>', knownSchema)])

/**
 * A job as a whole: how many events its reader may see, when the first was recorded and the version of the last, the job's number,
 * the seq of its last event, and the version of the first event that this release does not know. Nulls if there is no such job.
 */
export const outlineOfJob = statementByShape('outline-of-job', (p: Parameters<OfStream>, audience: Audience) =>
  db
    .selectFrom('event')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(isVisible(audience)).as('count'),
      fn.max('version').filterWhere(isVisible(audience)).as('lastVersion'),
      fn.min('recorded_at').as('began'),
      fn.max('number').as('number'),
      fn.max('seq').as('seq'),
      fn.min('version').filterWhere(isUnknown).as('unknownFrom'),
    ])
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.jobId)
    .where('stream', '=', 'job'),
)

/** Where a page begins: at the newest event, before a seq, after one, or with the change that has a version. */
export type Place = 'newest' | 'before' | 'since' | 'until'

type Sought = OfStream & { seq: number; version: number; most: number }

/** The newest events of a job from a place on. `bytes` are those of an event's data. */
export const pageOfJob = statementByShape(
  'page-of-job',
  (p: Parameters<Sought>, { audience, place }: { audience: Audience; place: Place }) =>
    visibleEvents(p, audience)
      .select(({ ref }) => [
        'seq',
        'version',
        'command_id as commandId',
        sql<number>`octet_length(${ref('data')}::text)`.as('bytes'),
      ])
      .where(
        place === 'newest'
          ? sql<boolean>`true`
          : place === 'before'
            ? event('seq', '<', p.seq)
            : place === 'since'
              ? event('seq', '>', p.seq)
              : event('version', '<=', lastOfCommand(p, audience)),
      )
      .orderBy('version', 'desc')
      .limit(p.most),
)

/** The last version that the command recorded whose change the reader sees at a version. */
const lastOfCommand = (p: Parameters<Sought>, audience: Audience) =>
  visibleEvents(p, audience)
    .select(({ fn }) => fn.max('version').as('last'))
    .where(
      'command_id',
      '=',
      visibleEvents(p, audience)
        .select('command_id')
        .where('version', '<=', p.version)
        .orderBy('version', 'desc')
        .limit(1),
    )

/** The events of a job between the first of a command and a version. */
export const eventsOfPage = (p: Parameters<Bounds>, audience: Audience) =>
  visibleEvents(p, audience)
    .select(['hash', ...columnsOfLine])
    .where(
      'version',
      '>=',
      visibleEvents(p, audience)
        .select(({ fn }) => fn.min('version').as('first'))
        .where('command_id', '=', p.commandId),
    )
    .where('version', '<=', p.last)

export type Bounds = OfStream & { commandId: string; last: number }

/** The events of a job after a version: how many there are, and the version of the first. */
export const laterInJob = statementByShape(
  'later-in-job',
  (p: Parameters<OfStream & { version: number }>, audience: Audience) =>
    visibleEvents(p, audience)
      .select(({ fn }) => [fn.countAll<number>().as('later'), fn.min('version').as('newer')])
      .where('version', '>', p.version),
)

type Candidate = RowOf<ReturnType<typeof pageOfJob>>

/**
 * Where a page of these events begins and ends: it has at most `limit`, and fewer where their data would be too many bytes. With
 * the whole command that it ends with it may have more. `isMore` tells that it ends early. Undefined for no events.
 */
export function boundsOfPage(found: readonly Candidate[], limit: number) {
  let bytes = 0
  const beyond = found.findIndex((one, at) => {
    bytes += one.bytes
    return at > 0 && (at === limit || bytes > mostInPage.bytes)
  })
  const taken = beyond < 0 ? found : found.slice(0, beyond)
  const [newest, oldest] = [taken[0], taken.at(-1)]
  return newest && oldest && { last: newest.version, commandId: oldest.commandId, isMore: beyond >= 0 }
}
