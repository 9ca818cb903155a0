import { Router } from 'express'
import { parse } from '#api/http/errors.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { type CommandResult, commandsRequest } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { auditCommand } from './audit-command.ts'
import { type CommandContext, handleCommand, reusedId } from './handle-command.ts'

/**
 * The route for writes. Commands are handled one at a time, in order: a refusal does not stop the others, and the response is
 * still 200. Only a command sent alone gets a 422 if its id belongs to another command, since no others are affected.
 */
export const commandRoutes = (services: Services, context: CommandContext, outcomes: Outcomes): Router =>
  Router().post(paths.commands, requireMember(services), async (req, res) => {
    const { commands } = parse(commandsRequest, req.body)
    const results: CommandResult[] = []
    for (const one of commands) {
      const result = await outcomes.counted(one.type, () => handleCommand(context, one, res.locals.member))
      results.push(result)
      await auditCommand(services.audit, req, res.locals.member, one, result)
    }
    const [first] = results
    if (results.length === 1 && first?.code === reusedId)
      return void res.status(422).json({ error: first.error, code: first.code, results })
    res.json({ results })
  })
