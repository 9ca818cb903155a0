import { type Envelope, type Outcome, parseCommand, refused, stampOf } from '#api/commands/handle-command.ts'
import { QueueFull } from '#api/http/company-queue.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { RightsMovedOn } from '#api/rights/standing.ts'
import { target } from '#core/ledger/ledger.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import type { Batcher, Run } from './batcher.ts'
import type { Given } from './draft.ts'
import type { KnownStreams } from './known-streams.ts'

type Parts = { batcher: Batcher; known: KnownStreams; now(): Date }

/** The person who gave the commands, and how to handle a single one. */
type Caller = {
  /** Their rights as this process knows them; see Callers. */
  known: MemberRights
  /** Handles a command on what is read for it, with the rights of this moment. Throws RightsMovedOn if these have changed meanwhile. */
  alone(one: Envelope): Promise<CommandResult>
  mayBeTogether(one: Envelope): boolean
  counted: Outcomes['counted']
  /** Called for each in order. */
  ended(one: Envelope, result: CommandResult): void
}

/** How often a single command is retried because its person's rights have changed, or handed to a batch that takes none. */
const mostTries = 5

/**
 * Handles the commands of a request in their order: those that can be decided on what this process knows together with others of the
 * company, and the others one by one. Returns their results. Throws database errors, and a 401 when the rights have ended.
 */
export async function handleInOrder(
  { batcher, known, now }: Parts,
  commands: readonly Envelope[],
  caller: Caller,
): Promise<CommandResult[]> {
  const actor = caller.known
  const parsed = commands.map((one) => (caller.mayBeTogether(one) ? parseCommand(one) : refused.unknown))
  const results: CommandResult[] = []
  let eachAlone = false
  let inVain = 0

  const end = async (one: Envelope, result: CommandResult) => {
    results.push(result)
    caller.ended(one, result)
  }
  /** Those that come next and may be handled together. */
  const nextRun = (): Run => {
    const run: Given[] = []
    for (const [nth, one] of commands.entries()) {
      const command = parsed[nth]
      if (nth < results.length || !command) continue
      if ('status' in command) break
      run.push({ actor, command, stamp: stampOf(one, now()) })
    }
    return run
  }
  const alone = async (one: Envelope): Promise<CommandResult> => {
    let result: CommandResult | undefined
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          result = await caller.alone(one)
          return result
        } catch (error) {
          if (!(error instanceof RightsMovedOn)) throw error
          // Nothing was decided, so the device may retry, as it does when the queue is full.
          if (tries === mostTries) throw new QueueFull()
        }
      }
    } finally {
      // The stream may have moved on without the batches, but not by a refusal.
      const command = result?.status === 'refused' ? result : parseCommand(one)
      if (!('status' in command)) known.forget(actor.companyId, [target(command).streamId])
    }
  }

  for (let one = commands[0]; one; one = commands[results.length]) {
    const run = eachAlone ? [] : nextRun()
    if (run.length > 0) {
      const { type } = one
      const given = batcher.handle(actor.companyId, run)
      const handled = await given.catch((error: unknown) => caller.counted(type, () => Promise.reject(error)))
      for (const outcome of handled.accepted) await accept(outcome)
      eachAlone = handled.next === 'each-alone'
      inVain = handled.accepted.length > 0 ? 0 : inVain + 1
      if (handled.accepted.length === run.length || (handled.next === 'again' && inVain < mostTries)) continue
    }
    const next = commands[results.length]
    if (!next) break
    await end(next, await caller.counted(next.type, () => alone(next)))
  }
  return results

  async function accept(outcome: Outcome) {
    const one = commands[results.length]
    if (!one) throw new Error('More commands were accepted than given')
    await end(one, await caller.counted(one.type, async () => ({ commandId: one.commandId, ...outcome })))
  }
}
