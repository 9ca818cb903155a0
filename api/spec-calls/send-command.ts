import { randomUUID } from 'node:crypto'
import { type CommandContext, executeCommand } from '#api/commands/handle-command.ts'
import { failureOf } from '#api/commands/refused-command.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Command } from '#core/ledger/ledger.ts'

/** Sends the command that a specified call maps to. Throws a refusal as the call's failure. */
export async function sendCommand(context: CommandContext, outcomes: Outcomes, member: MemberRights, command: Command) {
  const commandId = randomUUID()
  const stamp = { commandId, happenedAt: context.now().toISOString() }
  const settled = await outcomes.counted(command.type, () => executeCommand(context, stamp, command, member))
  if (settled.status === 'refused') throw failureOf(settled)
  return settled
}
