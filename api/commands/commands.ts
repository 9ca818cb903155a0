import { Router } from 'express'
import { parse } from '#api/http/errors.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { confirmationNeeded } from '#api/rights/confirmed.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { codeNeeded, passwordNeeded } from '#core/wire/account/confirmation-codes.ts'
import { type CommandResult, type CommandsRequest, commandsRequest } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { auditCommand } from './audit-command.ts'
import { commandAudiences } from './command-audiences.ts'
import { type CommandContext, handleCommand, reusedId } from './handle-command.ts'

/**
 * The route for writes. Commands are handled one at a time, in order: a refusal does not stop the others, and the response is
 * still 200. Only a command sent alone gets a 422 if its id belongs to another command, and a 403 if its sender has to confirm first
 * that it is they, since no others are affected.
 */
export const commandRoutes = (services: Services, context: CommandContext, outcomes: Outcomes): Router =>
  Router().post(paths.commands, requireMember(services), async (req, res) => {
    const { commands } = parse(commandsRequest, req.body)
    const results: CommandResult[] = []
    for (const one of commands) {
      const result = await outcomes.counted(one.type, () => confirmedFirst(services, context, one, res.locals.member))
      results.push(result)
      await auditCommand(services.audit, req, res.locals.member, one, result)
    }
    const [first] = results
    const status = results.length === 1 && statusAlone.get(first?.code ?? '')
    if (first && status) return void res.status(status).json({ error: first.error, code: first.code, results })
    res.json({ results })
  })

const statusAlone = new Map<string, number>([
  [reusedId, 422],
  [codeNeeded, 403],
  [passwordNeeded, 403],
])

/** Handles a command, unless its sender has to confirm first that it is they: it is then refused, and may be sent again as it is. */
async function confirmedFirst(
  services: Services,
  context: CommandContext,
  command: CommandsRequest['commands'][number],
  member: MemberRights,
): Promise<CommandResult> {
  const { commandId, type } = command
  const asksAgain = Object.hasOwn(commandAudiences, type) && commandAudiences[type]?.asksAgain
  const needed = asksAgain && (await confirmationNeeded(services, member))
  if (needed) return { commandId, status: 'refused', ...needed }
  return handleCommand(context, command, member)
}
