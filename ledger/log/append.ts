import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import pg from 'pg'
import { type Event, events, takesNumber } from '#core/ledger/ledger.ts'
import type { ActorRole, Stream } from '#core/model/messages.ts'
import { schemaOf } from '#core/model/upcast.ts'
import { sealData } from './chain.ts'
import { isSameRequest, readCommandOutcome } from './command-outcome.ts'
import { type AppendAnswer, type AppendCall, appendInGroup, parameters, withProof } from './group-commit.ts'

/** What one command appends to one stream. `expectedVersion` is the version of the stream that the decision was based on. */
export type Append = {
  companyId: string
  commandId: string
  /** Distinguishes a retry from another command under the same id; see {@link requestDigest}. */
  request: Buffer
  stream: Stream
  streamId: string
  expectedVersion: number
  actorId?: string
  actorRole: ActorRole
  happenedAt: string
  clock: 'device' | 'server'
  events: readonly Event[]
  /** The company seq at which facts of other streams were read, and the event types that would change those facts. */
  restsOn?: { seq: number; types: readonly string[] }
}

/** `seq` and `version` are those of the last event; `number` is the job number if one was assigned. */
export type LogPosition = { seq: number; version: number; number?: number }
export type Appended = ({ outcome: 'appended' | 'repeated' | 'different' } & LogPosition) | { outcome: 'conflict' }

/**
 * Appends in one round trip, which is shared with other appends of the same moment. Committed when it resolves, unless `db` is a
 * client in a transaction: then every refusal is returned as a conflict and has aborted the transaction. Throws if an event does not
 * fit its schema (a bug), and database errors.
 */
export async function append(db: pg.Pool | pg.ClientBase, one: Append): Promise<Appended> {
  const call: AppendCall = [
    one.companyId,
    one.commandId,
    one.request,
    one.stream,
    one.streamId,
    one.expectedVersion,
    one.actorId ?? null,
    one.actorRole,
    one.happenedAt,
    one.clock,
    JSON.stringify(one.events.map(sealed)),
    one.restsOn?.seq ?? null,
    one.restsOn?.types ?? null,
  ]
  try {
    const { seq, version, number } = await (db instanceof pg.Pool ? appendInGroup(db, call) : appendWithin(db, call))
    return { outcome: 'appended', seq, version, ...(number === null ? {} : { number }) }
  } catch (error) {
    if (!isRefused(error)) throw error
    const first = db instanceof pg.Pool ? await readCommandOutcome(db, one.companyId, one.commandId) : undefined
    if (!first) return { outcome: 'conflict' }
    const { request: _, ...outcome } = first
    return { outcome: isSameRequest(first, one.request) ? 'repeated' : 'different', ...outcome }
  }
}

async function appendWithin(client: pg.ClientBase, call: AppendCall): Promise<AppendAnswer> {
  const { rows } = await client.query<{ answer: AppendAnswer }>({
    name: 'append',
    text: `select append(${parameters.map((one) => `$${one}`).join(', ')}) answer`,
    values: withProof(client, call),
  })
  if (!rows[0]) throw new Error('append returned nothing')
  return rows[0].answer
}

const uniqueKeys = [
  'event_company_id_stream_id_version_key',
  'event_company_id_command_id_ordinal_key',
  'settled_command_pkey',
]

/** Whether the log refused the append, as opposed to a fault; see migrations/0003-append.ts. */
const isRefused = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.code === 'FT001' || (error.code === '23505' && uniqueKeys.includes(error.constraint ?? '')))

/** An event ready for the log: checked against its schema, with its digest and the salts under which it was made. */
function sealed({ type, data }: Event) {
  const checked = events[type].parse(data)
  const schema = schemaOf(type)
  return { type, schema, numbered: takesNumber(type), data: checked, ...sealData(type, schema, checked) }
}

/**
 * A digest of what makes two commands under one id the same: the actor and the content. Not the time: a device that corrects its
 * clock between two tries still means the same command.
 */
export const requestDigest = ({ type, data, actorId }: { type: string; data: unknown; actorId?: string }) =>
  createHash('sha256')
    .update(canonicalize({ type, data, actorId }) ?? '')
    .digest()
