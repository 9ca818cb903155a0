import type pg from 'pg'
import type { Command, StoredEvent } from '#core/ledger/ledger.ts'
import { type Append, type AppendedTogether, appendTogether, type Basis } from '#ledger/log/append.ts'
import { type CommandOutcome, readCommandOutcome, refuseCommand } from '#ledger/log/command-outcome.ts'
import { readStream, readStreamsInEpoch } from '#ledger/log/read.ts'
import { appendOrConflict, type Decided, type NotConflict } from './decide-and-append.ts'
import { type DecisionFacts, readDecisionFacts } from './decision-facts.ts'

/** The log, and the facts of the company, as far as handling a command needs them. */
export type CommandLog = {
  facts(companyId: string, command: Command, now: Date): Promise<DecisionFacts>
  history(companyId: string, streamId: string): Promise<readonly StoredEvent[]>
  /** How the command with this id was accepted; undefined if it was not. */
  outcome(companyId: string, commandId: string): Promise<CommandOutcome | undefined>
  /**
   * Records that an attempt of a command was refused, so that it cannot be appended later. Returns how the command was accepted, if it
   * was before.
   */
  refuse(companyId: string, commandId: string, attempt: number): Promise<CommandOutcome | undefined>
  /**
   * Throws an AppendConflict if the decision's basis has changed, RightsMovedOn if the rights of its person have, and RefusedBefore if
   * this attempt was refused.
   */
  append(decision: Decided): Promise<NotConflict>
}

/** The log, as far as handling commands together needs it. */
export type BatchLog = {
  /** All events of these streams at one moment, in their order, and the epoch of the log then. */
  streams(companyId: string, streamIds: readonly string[]): Promise<{ epoch: number; events: readonly StoredEvent[] }>
  appendTogether(companyId: string, commands: readonly Append[], basis: Basis): Promise<AppendedTogether>
}

/** The log in a database. */
export const commandLog = (pool: pg.Pool): CommandLog & BatchLog => ({
  facts: (companyId, command, now) => readDecisionFacts(pool, companyId, command, now),
  history: (companyId, streamId) => readStream(pool, companyId, streamId),
  outcome: (companyId, commandId) => readCommandOutcome(pool, companyId, commandId),
  append: (decision) => appendOrConflict(pool, decision),
  refuse: (companyId, commandId, attempt) => refuseCommand(pool, companyId, commandId, attempt),
  streams: (companyId, streamIds) => readStreamsInEpoch(pool, companyId, streamIds),
  appendTogether: (companyId, commands, basis) => appendTogether(pool, companyId, commands, basis),
})
