import type pg from 'pg'
import type { FoldedEvent, StoredEvent } from '#core/ledger/ledger.ts'
import type { Stream } from '#core/model/messages.ts'
import { schemaOf, upcast, upcastEvent } from '#core/model/upcast.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** The columns of a {@link FoldedLine}. */
export const columnsOfFolded =
  'seq, stream, stream_id, version, type, schema, number, data, actor_id, actor_role, happened_at, recorded_at'
/** The columns of an {@link EventLine}. */
export const columnsOfLine = `${columnsOfFolded}, clock, command_id, ordinal`
/** The columns that make up a stored event; {@link storedEvent} takes them as they come. */
export const eventColumns = `company_id, ${columnsOfLine}`

export type EventRow = {
  company_id: string
  seq: number
  stream: Stream
  stream_id: string
  version: number
  type: string
  schema: number
  number: number | null
  data: unknown
  actor_id: string | null
  actor_role: StoredEvent['actorRole']
  happened_at: string
  recorded_at: string
  clock: StoredEvent['clock']
  command_id: string
  ordinal: number
}

/** An event as core knows it. It was checked against its schema when it was appended, and is not parsed again. */
export const storedEvent = (row: EventRow): StoredEvent => upcastEvent(eventAsStored(row))

/** An event in the shape in which it was stored, which may be an older one than core knows. */
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

/** All events of one stream, oldest first, up to `upTo` if given. Empty for a stream that is not the company's. */
export const readStream = async (
  pool: pg.Pool,
  companyId: string,
  streamId: string,
  upTo?: number,
): Promise<StoredEvent[]> => (await readStreamAsStored(pool, companyId, streamId, upTo)).map(upcastEvent)

/** The same in the shapes in which they were stored; see {@link eventAsStored}. */
export async function readStreamAsStored(
  pool: pg.Pool,
  companyId: string,
  streamId: string,
  upTo = 2_147_483_647,
): Promise<StoredEvent[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'read-stream',
      text: `select ${eventColumns} from event where company_id = $1 and stream_id = $2 and version <= $3 order by version`,
      values: [companyId, streamId, upTo],
    },
  ])
  return rows.map(eventAsStored)
}

/** All events of several streams of a company, in the order in which they were recorded. */
export async function readStreams(
  pool: pg.Pool,
  companyId: string,
  streamIds: readonly string[],
): Promise<StoredEvent[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'read-streams',
      text: `select ${eventColumns} from event where company_id = $1 and stream_id = any ($2) order by seq`,
      values: [companyId, streamIds],
    },
  ])
  return rows.map(storedEvent)
}

/** All events of the company's few small streams of a kind, with the company's seq at which they were read. */
export async function readSmallStreams(
  pool: pg.Pool,
  companyId: string,
  stream: Exclude<Stream, 'job'>,
): Promise<{ seq: number; events: StoredEvent[] }> {
  const [head, events] = await readInCompany(pool, companyId, [
    { name: 'read-head', text: 'select seq from company_head where company_id = $1', values: [companyId] },
    {
      name: 'read-small-streams',
      text: `select ${eventColumns} from event where company_id = $1 and stream = $2 and stream <> 'job' order by seq`,
      values: [companyId, stream],
    },
  ])
  return { seq: head.rows[0]?.seq ?? 0, events: events.rows.map(storedEvent) }
}

/** The events that tell of what was erased in the company. */
export async function readErasures(pool: pg.Pool, companyId: string): Promise<StoredEvent[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'read-erasures',
      text: `select ${eventColumns} from event
        where company_id = $1 and stream = 'company' and stream <> 'job' and type = 'EventErased' order by seq`,
      values: [companyId],
    },
  ])
  return rows.map(storedEvent)
}

/**
 * Up to `limit` events of a company after a seq, oldest first. `client` sees the company already. Rows come as arrays: measured more
 * than twice as fast as rows by column name, and projections read a million of them.
 */
export async function readEvents(
  client: pg.ClientBase,
  companyId: string,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await client.query<EventLine>({
    name: 'read-events',
    rowMode: 'array',
    text: `select ${columnsOfLine} from event where company_id = $1 and seq > $2 order by seq limit $3`,
    values: [companyId, after, limit],
  })
  return rows.map((line) => eventOfLine(companyId, line))
}

/** What folds need of an {@link EventRow} without its company as an array, in the order of {@link columnsOfFolded}. */
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
/** All of an {@link EventRow} but its company, in the order of {@link columnsOfLine}. */
export type EventLine = [...FoldedLine, clock: StoredEvent['clock'], commandId: string, ordinal: number]

/** As {@link storedEvent}, whatever else stands on the line; here a missing number or actor is undefined, which no fold tells from absent. */
export function eventOfLine(companyId: string, line: [...EventLine, ...unknown[]]): StoredEvent {
  const [clock, commandId, ordinal] = [line[12], line[13], line[14]]
  return Object.assign(foldedOfLine(companyId, line), { clock, commandId, ordinal })
}

/** The same of what folds need. */
export function foldedOfLine(
  companyId: string,
  [seq, stream, streamId, version, type, schema, number, data, actorId, actorRole, happenedAt, recordedAt]: [
    ...FoldedLine,
    ...unknown[],
  ],
): FoldedEvent {
  const current = schemaOf(type)
  return {
    companyId,
    seq,
    stream,
    streamId,
    version,
    type,
    schema: Math.max(schema, current),
    number: number ?? undefined,
    data: schema < current ? upcast(type, schema, data) : data,
    actorId: actorId ?? undefined,
    actorRole,
    happenedAt,
    recordedAt,
  } as FoldedEvent
}

/** Where a company's ledger stands. Epoch changes when the database was restored to an earlier time. */
export type Head = { epoch: number; seq: number; hash: string; lastNumber: number }

/** The head of a company's ledger; undefined for a company that has none. */
export async function readHead(pool: pg.Pool, companyId: string): Promise<Head | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'read-whole-head',
      text: `select epoch, seq, encode(hash, 'hex') hash, last_number "lastNumber" from company_head where company_id = $1`,
      values: [companyId],
    },
  ])
  return rows[0]
}
