import * as z from 'zod/mini'
import { type DescribedRoute, describeAudience } from '#api/http/described-route.ts'
import { scopeOfCommand } from '#core/api-keys/command-scopes.ts'
import { commandEnvelope, commands, internalCommands } from '#core/ledger/ledger.ts'
import { commandResult, commandsAnswer } from '#core/wire/commands.ts'
import { failure } from '#core/wire/common.ts'
import { paths } from '#core/wire/paths.ts'
import { commandAudiences } from './command-audiences.ts'

const asksForCode = 'A person with a second factor must have confirmed their identity within the last ten minutes.'

/** Each command that a client may send, with its schema registered so that the API description refers to it by name. */
const schemas = Object.entries(commands)
  .filter(([type]) => !internalCommands.some((one) => one === type))
  .map(([type, data]) => {
    const { for: audience, but = '', asksAgain } = commandAudiences[type] ?? { for: 'members' }
    const schema = z.extend(commandEnvelope, { type: z.literal(type), data })
    const scope = scopeOfCommand(type)
    const ofKeys = scope ? `API keys need \`${scope}\`.` : 'Not for API keys.'
    const limits = [but, asksAgain && asksForCode, ofKeys].filter(Boolean).join(' ')
    const description = describeAudience(audience, limits)
    return [type, schema.register(z.globalRegistry, { id: type, description })] as const
  })

/** The same schemas by command type. */
export const commandSchemas = Object.fromEntries(schemas)

const [first, ...others] = schemas.map(([, schema]) => schema)
if (!first) throw new Error('There are no commands')

/** The parser takes any `data`, so that it can refuse each command separately; the description says what each one takes. */
const commandsRequest = z.strictObject({
  commands: z.array(z.discriminatedUnion('type', [first, ...others])).check(z.minLength(1), z.maxLength(100)),
})

/** The failure of a command that was sent alone. */
const failureAlone = z.extend(failure, { results: z.array(commandResult) })

export const commandRoutes: DescribedRoute[] = [
  {
    method: 'post',
    for: 'members',
    path: paths.commands,
    summary:
      'Send up to 100 commands. They are handled in order, and each is accepted or refused on its own. A retry keeps its commandId and attempt; a refused attempt stays refused, and a higher one asks again.',
    body: commandsRequest,
    answers: { 200: commandsAnswer, 403: failureAlone, 422: failureAlone },
  },
]
