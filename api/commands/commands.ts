import { Router } from 'express'
import { parse } from '#api/http/errors.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { type CommandResult, commandsRequest } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { type CommandContext, handleCommand, reusedId } from './handle-command.ts'

/**
 * The route for writes. Commands are handled in order and one by one: a refusal does not stop the others, and the response is
 * still 200. Only a single command whose id belongs to another command gets a 422, as no others can be held up by it.
 */
export const commandRoutes = (services: Services, context: CommandContext, outcomes: Outcomes): Router =>
  Router().post(paths.commands, requireMember(services), async (req, res) => {
    const { commands } = parse(commandsRequest, req.body)
    const results: CommandResult[] = []
    for (const one of commands) {
      const result = await handleCommand(context, one, res.locals.member)
      outcomes.count(one.type, result)
      results.push(result)
    }
    const [first] = results
    if (results.length === 1 && first?.code === reusedId)
      return void res.status(422).json({ error: first.error, code: first.code, results })
    res.json({ results })
  })
