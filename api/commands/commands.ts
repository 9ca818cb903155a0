import { setImmediate as nextTurn } from 'node:timers/promises'
import { Router } from 'express'
import { parse } from '#api/http/errors.ts'
import { companyCommands } from '#api/http/slots/company-requests.ts'
import { beginChange } from '#api/http/turns/stand-back.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { withIds } from '#api/rights/api-keys/idempotency-key.ts'
import { keyCaller, refusedToKey } from '#api/rights/api-keys/key-caller.ts'
import { openCallers } from '#api/rights/callers.ts'
import { confirmationNeeded } from '#api/rights/confirmed.ts'
import { claimsOf, keyIn } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { codeNeeded, passwordNeeded } from '#core/wire/account/confirmation-codes.ts'
import { commandsRequest } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { audited, noteRefusedCommand } from './audit-command.ts'
import { createBatcher } from './batches/batcher.ts'
import { handleInOrder } from './batches/handle-in-order.ts'
import { createKnownStreams } from './batches/known-streams.ts'
import { commandAudiences } from './command-audiences.ts'
import { type CommandContext, handleCommand, reusedId } from './handle-command.ts'
import { rememberedStreams } from './refuse-as-remembered.ts'
import { movedViewIn, moveView } from './together/move-view.ts'

/**
 * The route for writes. Commands are handled in order: a refusal does not stop the others, and the response is
 * still 200. Only a command sent alone gets a 422 if its id belongs to another command, and a 403 if its sender has to confirm first
 * that it is they, since no others are affected.
 */
export function commandRoutes(services: Services, given: CommandContext, outcomes: Outcomes): Router {
  const { keys, audit } = services
  const callers = openCallers(services)
  const known = createKnownStreams()
  const context: CommandContext = { ...given, remembered: rememberedStreams(given.pool, known) }
  const batcher = createBatcher({ ...context, known, turn: () => nextTurn() })
  const parts = { batcher, known, now: context.now }

  return Router().post(paths.commands, async (req, res) => {
    const token = keyIn(req)
    const key = token === undefined ? undefined : await keyCaller(services, token, req, res)
    const claims = key ?? (await claimsOf(keys, req))
    res.once('close', beginChange(claims.companyId))
    await companyCommands(claims.companyId, res)
    const first = key ?? (await callers.known(claims))
    res.locals.member = first
    const body = key
      ? withIds(req.body, { keyId: key.userId, idempotencyKey: req.get('idempotency-key') }, context.now())
      : req.body
    const { success, data } = commandsRequest.safeParse(body)
    if (!success) res.locals.member = await callers.now(claims)
    const { commands } = data ?? parse(commandsRequest, body)
    const results = await handleInOrder(parts, commands, {
      known: first,
      /** Decides on what is read for it, and appends only while the rights are those that were read. */
      async alone(one) {
        const member = await callers.now(claims)
        res.locals.member = member
        const { commandId, type } = one
        const needed = member.key
          ? refusedToKey(member.key, type)
          : asksAgain(type) && (await confirmationNeeded(services, member))
        if (needed) return { commandId, status: 'refused', ...needed }
        const moved = movedViewIn(one)
        if (moved) return moveView(context, one, moved, member)
        return handleCommand(audited(services, context, req, member), one, member)
      },
      // A batch does not know whether a key was revoked meanwhile, and each of its commands has one stream.
      mayBeTogether: (one) => !key && !asksAgain(one.type) && !movedViewIn(one),
      counted: outcomes.counted,
      ended: (one, result) => noteRefusedCommand(audit, req, res.locals.member, one, result),
    })
    const [result] = results
    const status = results.length === 1 && statusAlone.get(result?.code ?? '')
    if (result && status) return void res.status(status).json({ error: result.error, code: result.code, results })
    res.json({ results })
  })
}

const statusAlone = new Map<string, number>([
  [reusedId, 422],
  [codeNeeded, 403],
  [passwordNeeded, 403],
])

/** Whether the sender of a command has to have confirmed lately that it is they. Until then it is refused, and may be sent again as it is. */
const asksAgain = (type: string) => Object.hasOwn(commandAudiences, type) && commandAudiences[type]?.asksAgain === true
