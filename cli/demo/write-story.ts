import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type Command, commands, decide, type StoredEvent, takesNumber, target } from '#core/ledger/ledger.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { schemaOf } from '#core/model/upcast.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { requestDigest } from '#ledger/log/append.ts'
import { digestOf, hashOf } from '#ledger/log/chain.ts'
import type { Chance } from './seeded-random.ts'
import type { Step } from './step.ts'

/** The company that is filled: who holds which role, by user id. The pool has the role fettle_ledger. */
export type Filled = { pool: pg.Pool; companyId: string; roles: ReadonlyMap<string, ActorRole> }

type Head = { seq: number; hash: Buffer; last_number: number }

const stepsAtOnce = 500

/**
 * Writes a story into the ledger: each step is decided as a person's command would be, and chained like any event. Made up as
 * it is, it is recorded at the time at which it happened; so it does not go through `append`, which knows no clock but its
 * own. Answers how many events were written; steps that the rules refuse are left out.
 */
export async function fillLedger(
  filled: Filled,
  story: readonly Step[],
  chance: Chance,
  onProgress: (steps: number) => void,
): Promise<number> {
  const histories = new Map<string, StoredEvent[]>()
  let events = 0
  for (let at = 0; at < story.length; at += stepsAtOnce) {
    const steps = story.slice(at, at + stepsAtOnce)
    events += await inCompany(filled.pool, filled.companyId, async (client) => {
      const { rows } = await client.query<Head>(
        'select seq, hash, last_number from company_head where company_id = $1 for update',
        [filled.companyId],
      )
      const head = rows[0]
      if (!head) throw new Error('The demo company has no ledger')
      const records = steps.flatMap((step) => chained(filled, step, histories, head, chance.id(step.at)))
      await client.query('insert into event select * from jsonb_populate_recordset(null::event, $1)', [
        JSON.stringify(records),
      ])
      await client.query('update company_head set seq = $2, hash = $3, last_number = $4 where company_id = $1', [
        filled.companyId,
        head.seq,
        head.hash,
        head.last_number,
      ])
      return records.length
    })
    onProgress(Math.min(at + stepsAtOnce, story.length))
  }
  return events
}

/** The events of a step as records of the log; moves the head along. */
function chained(
  { companyId, roles }: Filled,
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

/** Bytes as PostgreSQL reads them from JSON. */
const bytes = (value: Buffer) => `\\x${value.toString('hex')}`

/** The story's step as a command that fits its schema. Throws when the story is not one of ours. */
const commandOf = ({ type, data }: Step): Command => ({ type, data: commands[type].parse(data) }) as Command
