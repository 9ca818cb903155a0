import { Router } from 'express'
import { parse } from '#api/http/errors.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { type CommandResult, commandsRequest } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { type CommandContext, handleCommand, reusedId } from './handle-command.ts'

/**
 * The one context for writes. Commands are taken in order, each on its own: a refused one stops none of the others, and the
 * answer is 200 all the same. Only a command that is alone in its request and comes under an id that was used for another
 * one answers 422, with the same results beside the failure: nothing that is in order behind it can be held up by that.
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
