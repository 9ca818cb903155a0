import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import pg from 'pg'
import { staysRefused } from '#core/ledger/attempts.ts'
import { type Event, events, takesNumber } from '#core/ledger/ledger.ts'
import type { ActorRole, Stream } from '#core/model/messages.ts'
import { schemaOf } from '#core/model/upcast.ts'
import { onConnection, withinCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isDistributed, proofOf } from '#ledger/database/wall.ts'
import { sealData } from './chain.ts'
import { isSameRequest, readSettlement } from './command-outcome.ts'

/** What one command appends to one stream. `expectedVersion` is the version of the stream that the decision was based on. */
export type Append = {
  companyId: string
  commandId: string
  /** Which attempt at the command this is, if its device numbers them; see core/ledger/attempts.ts. */
  attempt?: number
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

/** What else must be so at the commit; see migrations/0049-append-commands.ts. */
export type Basis = {
  /** That of the company's head when the streams were read. */
  epoch?: number
  /** Streams that may have no later version. */
  unmoved?: readonly { streamId: string; version: number }[]
  /** Sessions that may not have ended. */
  sessions?: readonly { sessionId: string; userId: string }[]
}

/** `seq` and `version` are those of the last event; `number` is the job number if one was assigned. */
export type LogPosition = { seq: number; version: number; number?: number }
export type Appended =
  | ({ outcome: 'appended' | 'repeated' | 'different' } & LogPosition)
  | { outcome: 'conflict' }
  | { outcome: 'moved-on' }
  /** This attempt was refused before. */
  | { outcome: 'refused' }

/** Appends of commands together: all in their order, or none, because of a `conflict` of one or since the basis has `moved-on`. */
export type AppendedTogether =
  | { outcome: 'appended'; epoch: number; recordedAt: string; positions: readonly LogPosition[] }
  | { outcome: 'conflict' }
  | { outcome: 'moved-on' }

/**
 * Appends in one round trip. Committed when it resolves, unless `db` is a client in a transaction of the company: then every refusal is
 * returned as a conflict and has aborted the transaction. Throws if an event does not fit its schema (a bug), and database errors.
 */
export async function append(db: pg.Pool | pg.ClientBase, one: Append, basis: Basis = {}): Promise<Appended> {
  const appended = await appendTogether(db, one.companyId, [one], basis)
  if (appended.outcome === 'moved-on') return { outcome: 'moved-on' }
  const [position] = appended.outcome === 'appended' ? appended.positions : []
  if (position) return { outcome: 'appended', ...position }
  return db instanceof pg.Pool ? settledBefore(db, one) : { outcome: 'conflict' }
}

/** What became of a command that met a conflict: a conflict, unless it was appended or refused before. */
export async function settledBefore(db: pg.Pool, one: Append): Promise<Appended> {
  const { first, refusedAttempt } = await readSettlement(db, one.companyId, one.commandId)
  if (!first) return { outcome: staysRefused(one.attempt, refusedAttempt) ? 'refused' : 'conflict' }
  const { request: _, ...outcome } = first
  return { outcome: isSameRequest(first, one.request) ? 'repeated' : 'different', ...outcome }
}

/** Appends commands of one company with one move of its head and one commit. Otherwise as {@link append}. */
export async function appendTogether(
  db: pg.Pool | pg.ClientBase,
  companyId: string,
  commands: readonly Append[],
  basis: Basis = {},
): Promise<AppendedTogether> {
  const call = {
    companyId,
    commands: JSON.stringify(commands.map(sent)),
    basis: {
      epoch: basis.epoch,
      unmoved: basis.unmoved?.map(({ streamId, version }) => [streamId, version]),
      sessions: basis.sessions?.map(({ sessionId, userId }) => [sessionId, userId]),
    },
  }
  try {
    const [row] = await (db instanceof pg.Pool ? appendAlone(db, call) : appendWithin(db, call))
    if (!row) throw new Error('append_commands returned nothing')
    const { epoch, recorded, positions } = row.answer
    return {
      outcome: 'appended',
      epoch,
      recordedAt: new Date(recorded).toISOString(),
      positions: positions.map(({ seq, version, number }) => ({
        seq,
        version,
        ...(number === null ? {} : { number }),
      })),
    }
  } catch (error) {
    const outcome = refusalIn(error)
    if (!outcome) throw error
    return { outcome }
  }
}

type Answer = {
  epoch: number
  /** In milliseconds since 1970. */
  recorded: number
  positions: readonly { seq: number; version: number; number: number | null }[]
}

type Call = {
  companyId: string
  commands: string
  basis: {
    epoch: number | undefined
    unmoved: (string | number)[][] | undefined
    sessions: string[][] | undefined
  }
}
type Sent = { companyId: string; commands: string; basis: string }

const appendCommands = statement('append-commands', (p: Parameters<Sent>) =>
  db.selectNoFrom((query) => query.fn<Answer>('append_commands', [p.companyId, p.commands, p.basis]).as('answer')),
)
const holdHead = statement('hold-head', (p: Parameters<{ companyId: string }>) =>
  db.selectNoFrom((query) => query.fn('hold_head', [p.companyId]).as('held')),
)
const holdSessions = statement('hold-sessions', (p: Parameters<{ companyId: string; sessions: string }>) =>
  db.selectNoFrom((query) => query.fn('hold_sessions', [p.companyId, p.sessions]).as('held')),
)

/** In a transaction of the company. On several machines, sessions are held by the one that has them, in the same order of locks. */
async function appendWithin(client: pg.ClientBase, { companyId, commands, basis }: Call) {
  const { sessions = [], ...rest } = basis
  if (!isDistributed(client) || sessions.length === 0)
    return rowsOf(client, appendCommands({ companyId, commands, basis: JSON.stringify(basis) }))
  await client.query(holdHead({ companyId }))
  await client.query(holdSessions({ companyId, sessions: JSON.stringify(sessions) }))
  return rowsOf(client, appendCommands({ companyId, commands, basis: JSON.stringify(rest) }))
}

/**
 * The same as a transaction of its own, in one message and one answer: the wall is set first, as a subquery that has to be finished. On
 * a database of several machines it would not reach the others; there it takes BEGIN, SET LOCAL and COMMIT, which cost as much again.
 */
const appendCommandsAlone = statement('append-commands-alone', (p: Parameters<Sent & { proof: string }>) =>
  db
    .with(
      (wall) => wall('wall').materialized(),
      (query) =>
        query.selectNoFrom([
          sql`set_config('fettle.company', ${p.companyId}::text, true)`.as('company'),
          sql`set_config('fettle.proof', ${p.proof}::text, true)`.as('proof'),
        ]),
    )
    .selectFrom('wall')
    .select((query) =>
      query.fn<Answer>('append_commands', [sql`${p.companyId}::uuid`, p.commands, p.basis]).as('answer'),
    ),
)

const appendAlone = (pool: pg.Pool, call: Call) =>
  onConnection(pool, async (client) => {
    if (isDistributed(client)) return withinCompany(client, call.companyId, () => appendWithin(client, call))
    const proof = proofOf(client, call.companyId) ?? ''
    return rowsOf(client, appendCommandsAlone({ ...call, basis: JSON.stringify(call.basis), proof }))
  })

const sent = (one: Append) => ({
  command: one.commandId,
  attempt: one.attempt,
  request: one.request.toString('hex'),
  stream: one.stream,
  streamId: one.streamId,
  expected: one.expectedVersion,
  actor: one.actorId,
  role: one.actorRole,
  happened: one.happenedAt,
  clock: one.clock,
  restsOn: one.restsOn?.seq,
  restsTypes: one.restsOn?.types,
  events: one.events.map(sealed),
})

const uniqueKeys = [
  'event_company_id_stream_id_version_key',
  'event_company_id_command_id_ordinal_key',
  'settled_command_pkey',
]

/** Citus passes on a worker's message without its parts. In it, the name of a key ends with the number of a part of its table. */
const isOfUniqueKey = ({ constraint, message }: pg.DatabaseError) =>
  uniqueKeys.some((key) => (constraint === undefined ? message.includes(`"${key}_`) : constraint === key))

/** How the log refused the append, as opposed to a fault. */
function refusalIn(error: unknown): 'conflict' | 'moved-on' | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.code === 'FT002') return 'moved-on'
  const isConflict = error.code === 'FT001' || (error.code === '23505' && isOfUniqueKey(error))
  return isConflict ? 'conflict' : undefined
}

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
