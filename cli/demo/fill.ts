import type pg from 'pg'
import { type Command, commands, decide, type StoredEvent, target } from '#core/ledger.ts'
import type { ActorRole } from '#core/model.ts'
import { isRefusal } from '#core/refusals.ts'
import { append, requestDigest } from '#ledger/append.ts'
import { inCompany } from '#ledger/connect.ts'
import type { Chance } from './chance.ts'
import type { Step } from './timeline.ts'

/** The company that is filled: who holds which role, by user id. */
export type Filled = { pool: pg.Pool; companyId: string; roles: ReadonlyMap<string, ActorRole> }

const stepsAtOnce = 250

/**
 * Writes a story into the ledger: each step is decided as a person's command would be, and recorded with the time at which the
 * story says it happened. Answers how many events were written; steps that the rules refuse are left out.
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
      const written = steps.map((step) => write(client, filled, step, histories, chance.id(step.at)))
      return (await Promise.all(written)).reduce((sum, count) => sum + count, 0)
    })
    onProgress(Math.min(at + stepsAtOnce, story.length))
  }
  return events
}

async function write(
  client: pg.PoolClient,
  { companyId, roles }: Filled,
  step: Step,
  histories: Map<string, StoredEvent[]>,
  commandId: string,
): Promise<number> {
  const command = commandOf(step)
  const { stream, streamId } = target(command)
  const history = histories.get(streamId) ?? []
  const happenedAt = new Date(step.at).toISOString()
  const actor = { actorId: step.by, actorRole: roles.get(step.by) ?? ('team' as const) }
  const decided = decide(history, command, { ...actor, companyId, at: happenedAt, facts: {} })
  if (isRefusal(decided) || decided.length === 0) return 0
  const base = { companyId, stream, streamId, ...actor, happenedAt, clock: 'device' as const, commandId }
  const recorded = decided.map((event, ordinal) => ({
    ...event,
    ...base,
    seq: 0,
    version: history.length + ordinal + 1,
    schema: 1,
    recordedAt: happenedAt,
    ordinal,
  }))
  histories.set(streamId, [...history, ...recorded])
  const request = requestDigest({ ...command, actorId: step.by })
  const { outcome } = await append(client, { ...base, request, expectedVersion: history.length, events: decided })
  if (outcome !== 'appended') throw new Error(`The demo's ${step.type} met ${outcome}`)
  return decided.length
}

/** The story's step as a command that fits its schema. Throws when the story is not one of ours. */
const commandOf = ({ type, data }: Step): Command => ({ type, data: commands[type].parse(data) }) as Command
