import * as z from 'zod'
import { block, fieldOf, schema, typeOfSchema } from './type-of-schema.ts'

const content = z.record(z.string(), z.object({ schema }))
const operation = z.object({
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.optional(
    z.array(z.object({ in: z.string(), name: z.string(), required: z.optional(z.boolean()), schema })),
  ),
  requestBody: z.optional(z.object({ content })),
  responses: z.record(z.string(), z.object({ content: z.optional(content) })),
})
const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.object({ event: z.object({ post: z.object({ requestBody: z.object({ content }) }) }) }),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})

/**
 * The file `client/calls.ts`: the types of each call that an API key may make, of the commands and of what a webhook is told, from the
 * API's description (GET /api/openapi.json). The same description gives the same file.
 */
export function callsOfDescription(document: unknown): string {
  const { paths, webhooks, components } = description.parse(document)
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => security.some((one) => 'apiKey' in one))
      .map(([method, one]) => [
        ...commentOf(one),
        `${JSON.stringify(`${method.toUpperCase()} ${path}`)}: ${typeOfCall(one)}`,
      ]),
  )
  const told = webhooks.event.post.requestBody.content['application/json']
  return [
    '// Written by `npm run client` from the description of the API. Changes here are lost.',
    '',
    '/** The calls that an API key may make. */',
    `export type Calls = ${block(calls.flat())}`,
    '',
    '/** The commands by their types, and what a refusal says. */',
    `export type Schemas = ${block(Object.entries(components.schemas).map(([name, one]) => fieldOf(name, typeOfSchema(one), true)))}`,
    '',
    '/** What a webhook is told. */',
    `export type WebhookPayload = ${told ? typeOfSchema(told.schema) : 'unknown'}`,
    '',
  ].join('\n')
}

type Operation = z.infer<typeof operation>

const commentOf = ({ summary, description: audience }: Operation) => [
  `/** ${summary}. ${audience} */`.replaceAll('..', '.'),
]

function typeOfCall({ parameters = [], requestBody, responses }: Operation): string {
  const given = (place: string) => parameters.filter((one) => one.in === place)
  const fieldsOf = (place: string, name: string) => {
    const fields = given(place).map((one) => fieldOf(one.name, typeOfSchema(one.schema), one.required === true))
    return fields.length === 0
      ? []
      : [
          fieldOf(
            name,
            block(fields),
            given(place).some((one) => one.required),
          ),
        ]
  }
  const [, done] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const asked = [
    ...fieldsOf('path', 'path'),
    ...fieldsOf('query', 'query'),
    ...fieldsOf('header', 'headers'),
    ...bodyOf(requestBody?.content),
  ]
  return block([...asked, `answer: ${answerOf(done?.content)}`])
}

type Content = z.infer<typeof content> | undefined

/** A form is sent as its fields, and bytes are sent as they are. */
function bodyOf(given: Content): string[] {
  const [[type, one] = []] = Object.entries(given ?? {})
  if (!type || !one) return []
  if (type === 'application/json') return [`body: ${typeOfSchema(one.schema)}`]
  return type === 'multipart/form-data' ? [`form: ${typeOfSchema(one.schema)}`] : ['bytes: Blob']
}

/** JSON is read, a text is a string, and any other file a Blob. */
function answerOf(given: Content): string {
  const [[type, one] = []] = Object.entries(given ?? {})
  if (!type || !one) return 'undefined'
  if (type === 'application/json') return typeOfSchema(one.schema)
  return type.startsWith('text/') ? 'string' : 'Blob'
}
