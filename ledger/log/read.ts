import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { FoldedEvent, StoredEvent } from '#core/ledger/ledger.ts'
import type { Stream } from '#core/model/messages.ts'
import { schemaOf, upcastEvent } from '#core/model/upcast.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { arrayStatement, type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { EventTable } from '#ledger/database/tables.ts'

/** The columns of a {@link FoldedLine}, in its order. */
export const columnsOfFolded = [
  'seq',
  'stream',
  'stream_id',
  'version',
  'type',
  'schema',
  'number',
  'data',
  'actor_id',
  'actor_role',
  'happened_at',
  'recorded_at',
] as const
/** The columns of an {@link EventLine}, in its order. */
export const columnsOfLine = [...columnsOfFolded, 'clock', 'command_id', 'ordinal'] as const
/** The columns of an {@link EventRow}, from which {@link storedEvent} makes an event. */
export const eventColumns = ['company_id', ...columnsOfLine] as const

export type EventRow = Pick<Selectable<EventTable>, (typeof eventColumns)[number]>

/** An event as core knows it. It was checked against its schema when it was appended and is not parsed again. */
export const storedEvent = (row: EventRow): StoredEvent => upcastEvent(eventAsStored(row))

/** An event in the shape it was stored in, which may be older than the one core knows. */
export function eventAsStored(row: EventRow): StoredEvent {
  return {
    companyId: row.company_id,
    seq: row.seq,
    stream: row.stream,
    streamId: row.stream_id,
    version: row.version,
    type: row.type,
    schema: row.schema,
    ...(row.number === null ? {} : { number: row.number }),
    data: row.data,
    ...(row.actor_id === null ? {} : { actorId: row.actor_id }),
    actorRole: row.actor_role,
    happenedAt: row.happened_at,
    recordedAt: row.recorded_at,
    clock: row.clock,
    commandId: row.command_id,
    ordinal: row.ordinal,
  } as StoredEvent
}

/** All events of one stream, oldest first, up to version `upTo`. Empty if the stream belongs to another company. */
export const readStream = async (
  pool: pg.Pool,
  companyId: string,
  streamId: string,
  upTo?: number,
): Promise<StoredEvent[]> => (await readStreamAsStored(pool, companyId, streamId, upTo)).map(upcastEvent)

/**
 * Like {@link readStream}, but in the shapes the events were stored in; see {@link eventAsStored}. Each part of a long stream is a
 * read of its own, as a stream only grows.
 */
export async function readStreamAsStored(
  pool: pg.Pool,
  companyId: string,
  streamId: string,
  upTo = most,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (;;) {
    const after = events.at(-1)?.version ?? 0
    const [{ rows }] = await readInCompany(pool, companyId, [
      streamEvents({ companyId, streamId, after, upTo, limit: atOnce }),
    ])
    for (const row of rows) events.push(eventAsStored(row))
    if (rows.length < atOnce) return events
  }
}

/** Events of a stream that are read at once. Reading two thousand in one answer kept the process from serving others for 8 ms. */
const atOnce = 250

/** As {@link readStream}, in the caller's transaction of the company, so with what it has appended itself. */
export const readStreamWithin = async (client: pg.ClientBase, companyId: string, streamId: string) =>
  (await rowsOf(client, streamEvents({ companyId, streamId, after: 0, upTo: most, limit: most }))).map(storedEvent)

const most = 2_147_483_647

type StreamPart = { companyId: string; streamId: string; after: number; upTo: number; limit: number }

const streamEvents = statement('read-stream', (p: Parameters<StreamPart>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.streamId)
    .where('version', '>', p.after)
    .where('version', '<=', p.upTo)
    .orderBy('version')
    .limit(p.limit),
)

/** All events of several streams of a company, in the order they were recorded. */
export async function readStreams(
  pool: pg.Pool,
  companyId: string,
  streamIds: readonly string[],
): Promise<StoredEvent[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [eventsOfStreams({ companyId, streamIds })])
  return rows.map(storedEvent)
}

/** As {@link readStreams}, with the epoch of the log at that moment; that of a company without a head is 1. */
export async function readStreamsInEpoch(
  pool: pg.Pool,
  companyId: string,
  streamIds: readonly string[],
): Promise<{ epoch: number; events: StoredEvent[] }> {
  const [head, { rows }] = await readInCompany(pool, companyId, [
    companyHead({ companyId }),
    eventsOfStreams({ companyId, streamIds }),
  ])
  return { epoch: head.rows[0]?.epoch ?? 1, events: rows.map(storedEvent) }
}

const eventsOfStreams = statement(
  'read-streams',
  (p: Parameters<{ companyId: string; streamIds: readonly string[] }>) =>
    db
      .selectFrom('event')
      .select(eventColumns)
      .where('company_id', '=', p.companyId)
      .where((event) => event('stream_id', '=', event.fn.any(p.streamIds)))
      .orderBy('seq'),
)

type SmallStream = Exclude<Stream, 'job'>

/** All events of the company's streams of one small kind, with the company's seq at which they were read. */
export async function readSmallStreams(
  pool: pg.Pool,
  companyId: string,
  stream: SmallStream,
): Promise<{ seq: number; events: StoredEvent[] }> {
  const [head, events] = await readInCompany(pool, companyId, [
    companyHead({ companyId }),
    smallStreams({ companyId, stream }),
  ])
  return { seq: head.rows[0]?.seq ?? 0, events: events.rows.map(storedEvent) }
}

/** `stream <> 'job'` is the condition of the partial index on small streams. */
export const smallStreams = statement(
  'read-small-streams',
  (p: Parameters<{ companyId: string; stream: SmallStream }>) =>
    db
      .selectFrom('event')
      .select(eventColumns)
      .where('company_id', '=', p.companyId)
      .where('stream', '=', p.stream)
      .where('stream', '<>', 'job')
      .orderBy('seq'),
)

/** The events that record what was erased in the company. */
export async function readErasures(pool: pg.Pool, companyId: string): Promise<StoredEvent[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [erasures({ companyId })])
  return rows.map(storedEvent)
}

const erasures = statement('read-erasures', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('stream', '=', 'company')
    .where('stream', '<>', 'job')
    .where('type', '=', 'EventErased')
    .orderBy('seq'),
)

/**
 * Up to `limit` events of a company after a seq, oldest first. `client` can already see the company. Rows come as arrays:
 * projections read millions of them, and rows by column name were measured to take more than twice as long.
 */
export async function readEvents(
  client: pg.ClientBase,
  companyId: string,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const lines = await rowsOf(client, nextEvents({ companyId, after, limit }))
  return lines.map((line) => eventOfLine(companyId, line))
}

const nextEvents = arrayStatement<{ companyId: string; after: number; limit: number }, EventLine>('read-events', (p) =>
  db
    .selectFrom('event')
    .select(columnsOfLine)
    .where('company_id', '=', p.companyId)
    .where('seq', '>', p.after)
    .orderBy('seq')
    .limit(p.limit),
)

/** The fields of an {@link EventRow} that folds need, as an array in the order of {@link columnsOfFolded}. */
export type FoldedLine = [
  seq: number,
  stream: Stream,
  streamId: string,
  version: number,
  type: string,
  schema: number,
  number: number | null,
  data: unknown,
  actorId: string | null,
  actorRole: StoredEvent['actorRole'],
  happenedAt: string,
  recordedAt: string,
]
/** An {@link EventRow} without its company, as an array in the order of {@link columnsOfLine}. */
export type EventLine = [...FoldedLine, clock: StoredEvent['clock'], commandId: string, ordinal: number]

/** As {@link storedEvent}, from a line that may have further fields. A missing number or actor is an undefined property. */
export function eventOfLine(companyId: string, line: [...EventLine, ...unknown[]]): StoredEvent {
  const [clock, commandId, ordinal] = [line[12], line[13], line[14]]
  return Object.assign(foldedOfLine(companyId, line), { clock, commandId, ordinal })
}

/** As {@link eventOfLine}, with only what folds need. */
export function foldedOfLine(
  companyId: string,
  [seq, stream, streamId, version, type, schema, number, data, actorId, actorRole, happenedAt, recordedAt]: [
    ...FoldedLine,
    ...unknown[],
  ],
): FoldedEvent {
  const read = schema < schemaOf(type) ? upcastEvent({ type, schema, data }) : undefined
  return {
    companyId,
    seq,
    stream,
    streamId,
    version,
    type,
    schema: read?.schema ?? schema,
    number: number ?? undefined,
    data: read ? read.data : data,
    actorId: actorId ?? undefined,
    actorRole,
    happenedAt,
    recordedAt,
  } as FoldedEvent
}

/** The end of a company's ledger. The epoch changes when the database is restored to an earlier time; `hash` is in hex. */
export type Head = { epoch: number; seq: number; hash: string; lastNumber: number }

/** The head of a company's ledger; undefined for a company that has none. */
export async function readHead(pool: pg.Pool, companyId: string): Promise<Head | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [companyHead({ companyId })])
  return rows[0]
}

/** Reads one {@link Head}, or no row. */
export const companyHead = statement('company-head', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('company_head')
    .select((head) => [
      'epoch',
      'seq',
      head.fn<string>('encode', ['hash', head.val('hex')]).as('hash'),
      'last_number as lastNumber',
    ])
    .where('company_id', '=', p.companyId),
)
