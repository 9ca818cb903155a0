import type pg from 'pg'
import { copyOutLines, jsonFromCopy } from '#ledger/database/copy-out.ts'

/** An event as its hash is made of it, all of it text; `fields` is what stands between its seq and its digest. */
export type HashedEvent = {
  seq: number
  streamId: string
  version: number
  number: number | undefined
  fields: string
  digest: string
  hash: string
  salt: string
  /** Empty where it was not asked for, as the salt. */
  data: string
}

/**
 * Up to `limit` events of a company after a seq, in the order of the log, many at a time. Nothing is parsed that need not be:
 * the columns are put together again as they are hashed. Without `data` only the chain can be followed.
 */
export async function* readHashed(
  client: pg.ClientBase,
  { companyId, after, limit, data }: { companyId: string; after: number; limit: number; data: boolean },
): AsyncGenerator<HashedEvent[]> {
  const query = `select ${columns}, ${data ? sealed : `'', ''`} from event
    where company_id = ${client.escapeLiteral(companyId)} and seq > ${after} order by seq limit ${limit}`
  for await (const lines of copyOutLines(client, query)) yield lines.map(hashedEvent)
}

const milliseconds = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`
const columns = `seq, stream, stream_id, version, type, schema, number, actor_id, actor_role, ${milliseconds('happened_at')},
  ${milliseconds('recorded_at')}, clock, command_id, ordinal, encode(digest, 'hex'), encode(hash, 'hex')`
const sealed = `encode(salt, 'hex'), data`

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
const none = '\\N'

function hashedEvent(line: string): HashedEvent {
  const [seq, stream, streamId, version, type, schema, number, actorId, actorRole, ...rest] = line.split(
    '\t',
  ) as Columns
  const [happened, recorded, clock, commandId, ordinal, digest, hash, salt, data] = rest
  return {
    seq: Number(seq),
    streamId,
    version: Number(version),
    number: number === none ? undefined : Number(number),
    fields:
      `${stream}|${streamId}|${version}|${type}|${schema}|${number === none ? '' : number}|` +
      `${actorId === none ? '' : actorId}|${actorRole}|${happened}|${recorded}|${clock}|${commandId}|${ordinal}`,
    digest,
    hash,
    salt,
    data: jsonFromCopy(data),
  }
}
