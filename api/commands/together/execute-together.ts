import {
  type Actor,
  AppendConflict,
  appendOrConflict,
  decideAppend,
  RefusedBefore,
  requestOf,
  retryOnConflict,
} from '#api/commands/decide-and-append.ts'
import { type DecisionFacts, readDecisionFacts } from '#api/commands/decision-facts.ts'
import { accepted, type CommandContext, type Outcome, refused, stampOf } from '#api/commands/handle-command.ts'
import { staysRefused } from '#core/ledger/attempts.ts'
import { type Command, type Facts, restsOn, target } from '#core/ledger/ledger.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { isSameRequest, readSettlement } from '#ledger/log/command-outcome.ts'
import { readStreamWithin } from '#ledger/log/read.ts'

/**
 * A command that depends on no facts but those of its stream, or on others only while that has no events. `facts` are those that its
 * caller has read of the company.
 */
export type StampedCommand = {
  commandId: string
  happenedAt: string
  attempt?: number
  command: Command
  facts?: Facts
}

/**
 * Handles commands in one transaction: all are accepted, in order, or none is and the first refusal is returned. Those that were
 * accepted earlier under the same ids count as accepted, and an attempt that was refused before is refused. Throws database errors and {@link RightsMovedOn}, after which none is.
 */
export async function executeTogether(
  context: CommandContext,
  actor: Actor,
  commands: readonly StampedCommand[],
): Promise<{ accepted: Outcome[] } | { refused: Outcome }> {
  const { companyId } = actor
  const attempt = async () => {
    const earlier = await Promise.all(commands.map((one) => readSettlement(context.pool, companyId, one.commandId)))
    const facts = await factsOf(commands)
    return inCompany(context.pool, companyId, async (client) => {
      const outcomes: Outcome[] = []
      for (const [at, one] of commands.entries()) outcomes.push(await execute(client, one, facts, earlier[at]))
      return { accepted: outcomes }
    })
  }
  const execute = async (
    client: Parameters<typeof readStreamWithin>[0],
    { commandId, happenedAt, attempt, command, facts: known }: StampedCommand,
    facts: ReadonlyMap<string, DecisionFacts>,
    { first, refusedAttempt = 0 }: Partial<Settlement> = {},
  ) => {
    const { streamId } = target(command)
    if (first) {
      if (isSameRequest(first, requestOf(command, actor.userId))) return accepted(streamId, [], first)
      throw new Refused(refused.reused)
    }
    const history = await readStreamWithin(client, companyId, streamId)
    const stamp = stampOf({ commandId, happenedAt, attempt }, context.now())
    // The first command on a stream settles what the facts say: those after it see its events.
    const basis = history.length === 0 ? { history, ...facts.get(streamId) } : { history }
    const all = known ? { ...basis, facts: { ...basis.facts, ...known } } : basis
    const decision = decideAppend(actor, command, all, stamp)
    if (isRefusal(decision)) throw new Refused(refusalOf(decision))
    if (staysRefused(attempt, refusedAttempt)) throw new Refused(refused.before)
    return accepted(streamId, history, await appendOrConflict(client, decision))
  }
  const factsOf = async (all: readonly StampedCommand[]) => {
    const found = new Map<string, DecisionFacts>()
    for (const { command } of all) {
      const { streamId } = target(command)
      if (restsOn[command.type] && !found.has(streamId))
        found.set(streamId, await readDecisionFacts(context.pool, companyId, command))
    }
    return found
  }
  try {
    const done = await context.companyQueue(companyId, () => retryOnConflict(attempt))
    context.bell.ring('fettle_appended', [companyId])
    return done
  } catch (error) {
    if (error instanceof Refused) return { refused: error.outcome }
    if (error instanceof RefusedBefore) return { refused: refused.before }
    if (error instanceof AppendConflict) return { refused: refused.conflict }
    throw error
  }
}

type Settlement = Awaited<ReturnType<typeof readSettlement>>

const refusalOf = ({ refused: code, error, field }: Refusal): Outcome => ({
  ...{ status: 'refused', code, error },
  ...(field ? { field } : {}),
})

/** Rolls the transaction back. */
class Refused extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome.error)
    this.outcome = outcome
  }
}
