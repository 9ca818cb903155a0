import { type ExpressionBuilder, sql } from 'kysely'
import type pg from 'pg'
import { copiedNull, copyOutLines, jsonFromCopy } from '#ledger/database/copy-out.ts'
import { type Parameters, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'

/** An event as its hash is computed, all as text; `fields` are those between its seq and its digest, as they are hashed. */
export type HashedEvent = {
  seq: number
  streamId: string
  type: string
  schema: number
  version: number
  number: number | undefined
  fields: string
  digest: string
  hash: string
  /** Empty if the data was not requested. */
  salt: string
  data: string
}

/**
 * Up to `limit` events of a company after a seq, in the order of the log, a chunk at a time. Only what must be parsed is: the
 * columns are joined again as they are hashed. Without `data` only the chain can be checked.
 */
export async function* readHashed(
  client: pg.ClientBase,
  { companyId, after, limit, data }: { companyId: string; after: number; limit: number; data: boolean },
): AsyncGenerator<HashedEvent[]> {
  const query = hashedColumns({ data }, { companyId, after, limit })
  for await (const lines of copyOutLines(client, query)) yield lines.map(hashedEvent)
}

type Event = ExpressionBuilder<Tables, 'event'>
const milliseconds = (event: Event, column: 'happened_at' | 'recorded_at') =>
  sql<number>`(date_part('epoch', ${event.ref(column)}) * 1000)::bigint`.as(column)
const hex = (event: Event, column: 'digest' | 'hash' | 'salt') =>
  event.fn<string>('encode', [column, event.val('hex')]).as(column)

/** The columns of {@link Columns}, in its order. */
const hashedColumns = statementByShape(
  'hashed-events',
  (p: Parameters<{ companyId: string; after: number; limit: number }>, { data }: { data: boolean }) =>
    db
      .selectFrom('event')
      .select(['seq', 'stream', 'stream_id', 'version', 'type', 'schema', 'number', 'actor_id', 'actor_role'])
      .select((event) => [milliseconds(event, 'happened_at'), milliseconds(event, 'recorded_at')])
      .select(['clock', 'command_id', 'ordinal'])
      .select((event) => [hex(event, 'digest'), hex(event, 'hash')])
      .select((event) => (data ? [hex(event, 'salt'), 'data'] : [event.val('').as('salt'), event.val('').as('data')]))
      .where('company_id', '=', p.companyId)
      .where('seq', '>', p.after)
      .orderBy('seq')
      .limit(p.limit),
)

type Columns = [
  seq: string,
  stream: string,
  streamId: string,
  version: string,
  type: string,
  schema: string,
  number: string,
  actorId: string,
  actorRole: string,
  happened: string,
  recorded: string,
  clock: string,
  commandId: string,
  ordinal: string,
  digest: string,
  hash: string,
  salt: string,
  data: string,
]

function hashedEvent(line: string): HashedEvent {
  const [seq, stream, streamId, version, type, schema, number, actorId, actorRole, ...rest] = line.split(
    '\t',
  ) as Columns
  const [happened, recorded, clock, commandId, ordinal, digest, hash, salt, data] = rest
  return {
    seq: Number(seq),
    streamId,
    type,
    schema: Number(schema),
    version: Number(version),
    number: number === copiedNull ? undefined : Number(number),
    fields:
      `${stream}|${streamId}|${version}|${type}|${schema}|${number === copiedNull ? '' : number}|` +
      `${actorId === copiedNull ? '' : actorId}|${actorRole}|${happened}|${recorded}|${clock}|${commandId}|${ordinal}`,
    digest,
    hash,
    salt,
    data: jsonFromCopy(data),
  }
}
