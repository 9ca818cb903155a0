import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import pg from 'pg'
import { type Event, events, takesNumber } from '#core/ledger/ledger.ts'
import type { ActorRole, Stream } from '#core/model/messages.ts'
import { schemaOf } from '#core/model/upcast.ts'
import { digestOf } from './chain.ts'
import { isSameRequest, readCommandOutcome } from './command-outcome.ts'
import { type AppendAnswer, type AppendCall, appendInGroup } from './group-commit.ts'

/** What is to be appended to one stream by one command. `expectedVersion` is the stream's version that was decided on. */
export type Append = {
  companyId: string
  commandId: string
  /** Tells a retry from another command under the same id; see {@link requestDigest}. */
  request: Buffer
  stream: Stream
  streamId: string
  expectedVersion: number
  actorId?: string
  actorRole: ActorRole
  happenedAt: string
  clock: 'device' | 'server'
  events: readonly Event[]
  /** The company seq at which facts of other streams were read, and the event types that would change them. */
  restsOn?: { seq: number; types: readonly string[] }
}

/** `seq` and `version` are those of the last event, `number` the job number if one was given out. */
export type LogPosition = { seq: number; version: number; number?: number }
export type Appended = ({ outcome: 'appended' | 'repeated' | 'different' } & LogPosition) | { outcome: 'conflict' }

/**
 * Appends in one round trip, which appends that are asked for at the same moment share. Committed when it answers, unless `db`
 * is a client in a transaction of its own: there, whatever is not appended is answered as a conflict and has undone the
 * transaction. Throws when an event does not fit its schema (a bug), or what PostgreSQL said.
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
    text: `select append(${call.map((_, place) => `$${place + 1}`).join(', ')}) answer`,
    values: [...call],
  })
  if (!rows[0]) throw new Error('append answered nothing')
  return rows[0].answer
}

const uniqueKeys = [
  'event_company_id_stream_id_version_key',
  'event_company_id_command_id_ordinal_key',
  'settled_command_pkey',
]

/** Whether the log would not take it, as against something being wrong; see migrations/0003-append.ts. */
const isRefused = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.code === 'FT001' || (error.code === '23505' && uniqueKeys.includes(error.constraint ?? '')))

/** An event ready for the log: checked against its schema, and its digest under a salt of its own. */
function sealed({ type, data }: Event) {
  const checked = events[type].parse(data)
  const salt = randomBytes(16)
  return {
    type,
    schema: schemaOf(type),
    numbered: takesNumber(type),
    data: checked,
    salt: salt.toString('hex'),
    digest: digestOf(salt, checked).toString('hex'),
  }
}

/**
 * What makes two commands under one id the same: who gave it and all that it says. Not when it happened: a device that
 * corrects its clock between two tries still means the same command.
 */
export const requestDigest = ({ type, data, actorId }: { type: string; data: unknown; actorId?: string }) =>
  createHash('sha256')
    .update(canonicalize({ type, data, actorId }) ?? '')
    .digest()
