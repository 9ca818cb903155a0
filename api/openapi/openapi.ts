import { Router } from 'express'
import * as z from 'zod/mini'
import { commandAudiences } from '#api/commands/command-audiences.ts'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { commandEnvelope, commands, internalCommands } from '#core/ledger/ledger.ts'
import { failure, paths } from '#core/wire/wire.ts'
import { describedRoutes } from './routes.ts'

/** GET /api/openapi.json: all that this API takes and answers, from the schemas that it checks with. */
export function openApiRoutes(): Router {
  const description = apiDescription()
  return Router().get(paths.openapi, (_req, res) => void res.json(description))
}

/** The description as an OpenAPI 3.1 document, whose schemas are JSON Schema 2020-12. */
export const apiDescription = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Fettle',
    version: '1',
    description: `Jobs, bookings and their history. What changes is pushed over Socket.IO at ${paths.socket}: event \`changed\`.`,
  },
  paths: Object.fromEntries(
    [...Map.groupBy(describedRoutes, (one) => one.path)].map(([path, routes]) => [
      path.replaceAll(/:(\w+)/g, '{$1}'),
      Object.fromEntries(routes.map((one) => [one.method, operation(one)])),
    ]),
  ),
  components: {
    schemas: { Failure: schemaOf(failure, 'output'), ...commandSchemas() },
    securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  },
})

type JsonSchema = Record<string, unknown>

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const audiences: Record<DescribedRoute['for'], string> = {
  anyone: 'anyone',
  members: 'all members',
  office: 'owners and admins',
  owner: 'the owner',
}

const forWhom = (audience: DescribedRoute['for'], but = '') => `For ${audiences[audience]}. ${but}`.trim()

function operation({ path, summary, for: audience, query, body, files, answers }: DescribedRoute) {
  return {
    summary,
    description: forWhom(audience),
    security: audience === 'anyone' ? [] : [{ accessToken: [] }],
    parameters: [...inPath(path), ...inQuery(query)],
    ...(body ? { requestBody: { required: true, content: contentOf(bodySchema(path, body), files) } } : {}),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, response(answer)])),
      default: { description: 'A refusal or a failure', content: json(ref('Failure')) },
    },
  }
}

/** A form with files, or JSON. */
function contentOf(schema: JsonSchema, files: string | undefined) {
  if (files === undefined) return json(schema)
  const list = { type: 'array', minItems: 1, items: { type: 'string', contentMediaType: 'application/octet-stream' } }
  const fields = typeof schema.properties === 'object' ? schema.properties : {}
  return {
    'multipart/form-data': { schema: { ...schema, properties: { ...fields, [files]: list }, required: [files] } },
  }
}

function response(answer: DescribedRoute['answers'][number]) {
  if (answer === undefined) return { description: 'Done' }
  if (typeof answer === 'string') return { description: 'Text', content: { [answer]: { schema: { type: 'string' } } } }
  return { description: 'The answer', content: json(schemaOf(answer, 'output')) }
}

const inPath = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const inQuery = (query: z.ZodMiniObject | undefined) =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: schemaOf(schema, 'input'),
  }))

/** Whoever may give a command over the network gives one of these. */
const givenCommands = Object.entries(commands).filter(([type]) => !internalCommands.some((one) => one === type))

const commandSchemas = () =>
  Object.fromEntries(
    givenCommands.map(([type, data]) => [
      type,
      {
        description: forWhom(commandAudiences[type]?.for ?? 'members', commandAudiences[type]?.but),
        ...schemaOf(z.extend(commandEnvelope, { type: z.literal(type), data }), 'input'),
      },
    ]),
  )

/** The commands are of an open form to the parser, which answers for each on its own; the description says what each is. */
const bodySchema = (path: string, body: z.ZodMiniType): JsonSchema =>
  path === paths.commands
    ? {
        type: 'object',
        properties: {
          commands: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: { oneOf: givenCommands.map(([type]) => ref(type)) },
          },
        },
        required: ['commands'],
        additionalProperties: false,
      }
    : schemaOf(body, 'input')
