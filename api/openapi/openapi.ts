import { Router } from 'express'
import * as z from 'zod/mini'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { commandSchemas } from '#api/commands/openapi.ts'
import { type DescribedRoute, describeAudience } from '#api/http/described-route.ts'
import { byCommand, scopeOfCall } from '#api/rights/api-keys/call-scopes.ts'
import { failure } from '#core/wire/common.ts'
import { webhookPayload } from '#core/wire/connections/webhooks.ts'
import { paths } from '#core/wire/paths.ts'
import { describedRoutes } from './routes.ts'

/** GET /api/openapi.json: everything this API takes and returns, from the schemas that check it. */
export function openApiRoutes(): Router {
  // Made when it is first asked for: making it takes a tenth of a start.
  let description: ReturnType<typeof apiDescription> | undefined
  return Router().get(paths.openapi, (_req, res) => {
    description ??= apiDescription()
    res.json(description)
  })
}

const Failure = failure.register(z.globalRegistry, { id: 'Failure' })

/** The description as an OpenAPI 3.1 document, whose schemas are JSON Schema 2020-12. */
export const apiDescription = () =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Fettle',
      version: '1',
      description: `Jobs, bookings and their history. Changes are pushed over Socket.IO at ${paths.socket}, as event \`changed\`.`,
    },
    paths: Object.fromEntries(
      [...Map.groupBy(describedRoutes, (one) => one.path)].map(([path, routes]) => [
        path.replaceAll(/:(\w+)/g, '{$1}'),
        Object.fromEntries(routes.map((one) => [one.method, operation(one)])),
      ]),
    ),
    webhooks: { event: { post: told } },
    components: {
      schemas: { Failure, ...commandSchemas },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key of a company, made under Connections. What each call names is the scope that the key needs.',
        },
      },
    },
  })

const told: ZodOpenApiOperationObject = {
  summary: 'What happened, as a webhook of the company is told of it',
  description:
    'Signed by the Standard Webhooks convention: check `webhook-signature` with the secret of the webhook. `webhook-id` stays the same when a delivery is sent again. Answer with a 2xx within ten seconds.',
  requestBody: { required: true, content: { 'application/json': { schema: webhookPayload } } },
  responses: { '2XX': { description: 'Taken' } },
}

function operation(route: DescribedRoute): ZodOpenApiOperationObject {
  const { method, path, summary, for: audience, query, answers } = route
  const scope = audience === 'anyone' ? undefined : scopeOfCall(method.toUpperCase(), path)
  const ofKeys = scope === byCommand ? keysByCommand : scope && `API keys need \`${scope}\`.`
  return {
    summary,
    description: [describeAudience(audience), ofKeys].filter(Boolean).join(' '),
    security:
      audience === 'anyone'
        ? []
        : [{ accessToken: [] }, ...(scope ? [{ apiKey: scope === byCommand ? [] : [scope] }] : [])],
    requestParams: {
      path: pathParameters(path),
      ...(query ? { query } : {}),
      ...(scope === byCommand ? { header: idempotencyKey } : {}),
    },
    ...requestBody(route),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, response(answer)])),
      default: { description: 'A refusal or a failure', content: { 'application/json': { schema: Failure } } },
    },
  }
}

const keysByCommand =
  'API keys need the scope of each command. They may leave out `happenedAt`, and the `commandId` of a command sent alone with an Idempotency-Key.'

const idempotencyKey = z.object({
  'Idempotency-Key': z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
})

const pathParameters = (path: string) =>
  z.object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, z.string()])))

function requestBody({ body, files, bytes }: DescribedRoute): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (bytes) return { requestBody: { required: true, content: { [bytes]: { schema: z.string() } } } }
  if (!body) return {}
  if (files === undefined) return { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
  const fields = body instanceof z.ZodMiniObject ? body : z.object({})
  const form = z.extend(fields, { [files]: z.array(z.file()).check(z.minLength(1)) })
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
}

function response(answer: DescribedRoute['answers'][number]) {
  if (answer === undefined) return { description: 'Done' }
  if (typeof answer === 'string')
    return { description: 'A file or text', content: { [answer]: { schema: z.string() } } }
  return { description: 'The result', content: { 'application/json': { schema: answer } } }
}
