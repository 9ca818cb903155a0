import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import type pg from 'pg'
import { type Event, events, schemaOf, takesNumber } from '#core/ledger.ts'
import type { ActorRole, Stream } from '#core/model.ts'
import { digestOf } from './chain.ts'

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
export type Appended = {
  outcome: 'appended' | 'repeated' | 'different' | 'conflict'
  seq: number
  version: number
  number?: number
}

/**
 * Appends in one statement and one round trip; committed when it answers, unless `db` is in a transaction of its own.
 * Throws when an event does not fit its schema (a bug), or what PostgreSQL said.
 */
export async function append(db: pg.Pool | pg.ClientBase, one: Append): Promise<Appended> {
  const { rows } = await db.query<{ answer: Omit<Appended, 'number'> & { number?: number | null } }>({
    name: 'append',
    text: 'select append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) answer',
    values: [
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
    ],
  })
  const row = rows[0]
  if (!row) throw new Error('append answered nothing')
  const { number, ...appended } = row.answer
  return number ? { ...appended, number } : appended
}

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
