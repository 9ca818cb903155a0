import type pg from 'pg'
import type { Command, StoredEvent } from '#core/ledger/ledger.ts'
import type { Append } from '#ledger/log/append.ts'
import { type CommandOutcome, readCommandOutcome } from '#ledger/log/command-outcome.ts'
import { readStream } from '#ledger/log/read.ts'
import { appendOrConflict, type NotConflict } from './decide-and-append.ts'
import { type DecisionFacts, readDecisionFacts } from './decision-facts.ts'

/** The log, and the facts of the company, as far as handling a command needs them. */
export type CommandLog = {
  facts(companyId: string, command: Command, now: Date): Promise<DecisionFacts>
  history(companyId: string, streamId: string): Promise<readonly StoredEvent[]>
  /** How the command with this id was accepted; undefined if it was not. */
  outcome(companyId: string, commandId: string): Promise<CommandOutcome | undefined>
  /** Throws an AppendConflict if the decision's basis has changed. */
  append(decision: Append): Promise<NotConflict>
}

/** The log in a database. */
export const commandLog = (pool: pg.Pool): CommandLog => ({
  facts: (companyId, command, now) => readDecisionFacts(pool, companyId, command, now),
  history: (companyId, streamId) => readStream(pool, companyId, streamId),
  outcome: (companyId, commandId) => readCommandOutcome(pool, companyId, commandId),
  append: (decision) => appendOrConflict(pool, decision),
})
