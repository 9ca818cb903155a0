import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type pg from 'pg'
import { decide } from '#core/ledger/decide.ts'
import { type Command, commands, type StoredEvent, takesNumber, target } from '#core/ledger/ledger.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { schemaOf } from '#core/model/upcast.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { EventTable } from '#ledger/database/tables.ts'
import { requestDigest } from '#ledger/log/append.ts'
import { digestOf, hashOf } from '#ledger/log/chain.ts'
import { columnsOfLine } from '#ledger/log/read.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Step } from './step.ts'

/** The company to write to, with its members' roles by user id. The pool has the role fettle_ledger. */
export type StoryCompany = { pool: pg.Pool; companyId: string; roles: ReadonlyMap<string, ActorRole> }

type Head = { seq: number; hash: Buffer; last_number: number }

const stepsPerTransaction = 500

const lockHead = statement('lock-head', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('company_head')
    .select(['seq', 'hash', 'last_number'])
    .where('company_id', '=', p.companyId)
    .forUpdate(),
)
const columns = [...columnsOfLine, 'request', 'salt', 'digest', 'hash'] as const
/** The company comes from its head: Citus then inserts on the company's worker, and row-level security allows it no other way. */
const insertEvents = statement('insert-events', (p: Parameters<{ companyId: string; events: string }>) =>
  db
    .insertInto('event')
    .columns(['company_id', ...columns])
    .expression(({ selectFrom }) =>
      selectFrom('company_head')
        .innerJoin(sql<Selectable<EventTable>>`jsonb_populate_recordset(null::event, ${p.events})`.as('told'), (join) =>
          join.onTrue(),
        )
        .select('company_head.company_id')
        .select(columns.map((name) => `told.${name}` as const))
        .where('company_head.company_id', '=', p.companyId),
    ),
)
const moveHead = statement(
  'move-head',
  (p: Parameters<{ companyId: string; seq: number; hash: Buffer; lastNumber: number }>) =>
    db
      .updateTable('company_head')
      .set({ seq: p.seq, hash: p.hash, last_number: p.lastNumber })
      .where('company_id', '=', p.companyId),
)

/**
 * Writes a story to the ledger: each step is decided like a person's command and chained like any event. It bypasses `append`,
 * which only records at the current time; the story is recorded as it happened. Returns the number of events; refused steps
 * are skipped.
 */
export async function writeStory(
  company: StoryCompany,
  story: readonly Step[],
  random: SeededRandom,
  onProgress: (steps: number) => void,
): Promise<number> {
  const histories = new Map<string, StoredEvent[]>()
  let events = 0
  for (let at = 0; at < story.length; at += stepsPerTransaction) {
    const steps = story.slice(at, at + stepsPerTransaction)
    events += await inCompany(company.pool, company.companyId, async (client) => {
      const [head] = await rowsOf(client, lockHead({ companyId: company.companyId }))
      if (!head) throw new Error('The demo company has no ledger')
      const records = steps.flatMap((step) => chained(company, step, histories, head, random.id(step.at)))
      await client.query(insertEvents({ companyId: company.companyId, events: JSON.stringify(records) }))
      await client.query(
        moveHead({ companyId: company.companyId, seq: head.seq, hash: head.hash, lastNumber: head.last_number }),
      )
      return records.length
    })
    onProgress(Math.min(at + stepsPerTransaction, story.length))
  }
  return events
}

/** The events of a step as rows of the log; advances the head. */
function chained(
  { companyId, roles }: StoryCompany,
  step: Step,
  histories: Map<string, StoredEvent[]>,
  head: Head,
  commandId: string,
) {
  const command = commandOf(step)
  const { stream, streamId } = target(command)
  const history = histories.get(streamId) ?? []
  const happenedAt = new Date(step.at).toISOString()
  const actor = { actorId: step.by, actorRole: roles.get(step.by) ?? ('team' as const) }
  const decided = decide(history, command, { ...actor, companyId, at: happenedAt, facts: {} })
  if (isRefusal(decided)) return []
  const request = requestDigest({ ...command, actorId: step.by })
  return decided.map((event, ordinal) => {
    head.seq += 1
    if (takesNumber(event.type)) head.last_number += 1
    const version = history.length + ordinal + 1
    const schema = schemaOf(event.type)
    const clock = 'device' as const
    const envelope = {
      companyId,
      seq: head.seq,
      stream,
      streamId,
      version,
      schema,
      happenedAt,
      recordedAt: happenedAt,
      clock,
    }
    const recorded = { ...event, ...envelope, ...actor, commandId, ordinal }
    histories.set(streamId, [...(histories.get(streamId) ?? []), recorded])
    const salt = randomBytes(16)
    const digest = digestOf(salt, event.data)
    const record = {
      company_id: companyId,
      seq: head.seq,
      stream,
      stream_id: streamId,
      version,
      type: event.type,
      schema,
      number: takesNumber(event.type) ? head.last_number : null,
      data: event.data,
      actor_id: step.by,
      actor_role: actor.actorRole,
      happened_at: happenedAt,
      recorded_at: happenedAt,
      clock,
      command_id: commandId,
      ordinal,
    }
    head.hash = hashOf(head.hash, { ...record, digest })
    return { ...record, request: bytes(request), salt: bytes(salt), digest: bytes(digest), hash: bytes(head.hash) }
  })
}

/** Bytes in the form that PostgreSQL reads from JSON. */
const bytes = (value: Buffer) => `\\x${value.toString('hex')}`

/** The step as a command. Throws if it does not fit the command's schema. */
const commandOf = ({ type, data }: Step): Command => ({ type, data: commands[type].parse(data) }) as Command
