import * as z from 'zod/mini'
import { apiDescription } from './openapi.ts'
import { fieldsOf, type JsonSchema, kindOf } from './reference-fields.ts'

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
const schema = z.custom<JsonSchema>(isObject)
const content = z.record(z.string(), z.object({ schema }))
const operation = z.object({
  summary: z.string(),
  description: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema })),
  requestBody: z.optional(z.object({ content })),
  responses: z.record(z.string(), z.object({ description: z.string(), content: z.optional(content) })),
})
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})

type Operation = z.infer<typeof operation>

/** The API's description as a text in Markdown: every call, and every command. It is a page of the documentation. */
export function referenceText(): string {
  const { paths, components } = document.parse(apiDescription())
  const { Failure: failure = {}, ...commands } = components.schemas
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, one]) => ({ path, method: method.toUpperCase(), one })),
  )
  const groups = Map.groupBy(calls, ({ path }) => groupOf(path))
  const sections = [...groups].flatMap(([title, members]) => [
    `## ${title}`,
    ...members.flatMap(({ path, method, one }) => callText(path, method, one)),
  ])
  return [
    introduction,
    ...fieldsOf(failure),
    '',
    ...sections,
    '## Commands',
    commandsText,
    ...Object.entries(commands).flatMap(([name, command]) => commandText(name, command)),
  ].join('\n')
}

const introduction = `# API reference

All that the screens do goes through these calls. This page is made from the schemas that check every call, as is
[the same in OpenAPI's format](/api/openapi.json), for programs.

Signing in answers a \`token\`. Send it as \`Authorization: Bearer <token>\` with every call that is for members. It lives for ten
minutes; \`POST /api/auth/refresh\` with the cookie that signing in set answers the next one. Calls see and change the signed-in
person's company only. What a role may not do is refused with 403, and what the team may not see is not in its answers: the
[guide for the admin](/docs/admin) has the table of roles.

Bodies and queries with unknown fields are refused. Money is in pence, and instants are in UTC, as ISO 8601.

## Errors

Every failure has a status of its own and this body. 400: something is wrong with what was sent. 401: nobody is signed in. 403: this
person may not. 404: it is not there, or not in this company. 409: somebody else was first. 422: a \`commandId\` came again with
another command. 429: too often. 503 with \`Retry-After\`: try the same again.
`

const commandsText = `
What is changed is changed by a command, given to \`POST /api/commands\`, up to 100 at a time. Each is an object of its \`type\`, its
\`data\`, a \`commandId\` (a UUID that you make, and that stays the same when you try again: it is taken once) and \`happenedAt\`. A
\`commandId\` of version 7 of UUID is best. Ids of new things, such as a \`jobId\`, are made by you as well. These are the \`data\` of
each:
`

/** The part of the API that a path belongs to. */
function groupOf(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return titles[first === 'api' ? second : first] ?? titles[''] ?? ''
}

const titles: Record<string, string> = {
  '': 'The company and the server',
  auth: 'Signing in',
  addJob: 'Bookings',
  deleteJob: 'Bookings',
  updateDescription: 'Images',
  deleteImage: 'Images',
  '{companyId}': 'Images',
  assets: 'Images',
  addTeamMember: 'People',
  users: 'People',
  claims: 'People',
  team: 'People',
  me: 'People',
  profile: 'People',
  sessions: 'People',
  subscriptions: 'Plans and payment',
  jobs: 'Jobs',
  calendar: 'Calendar',
  'calendar-feed': 'Calendar',
  ical: 'Calendar',
  parts: 'Parts',
  imports: 'Imports and exports',
  export: 'Imports and exports',
  commands: 'Changes',
  history: 'Changes',
  ledger: 'Changes',
}

function callText(
  path: string,
  method: string,
  { summary, description, parameters, requestBody, responses }: Operation,
) {
  const { default: _, ...answers } = responses
  return [
    `\n### ${method} ${path}\n`,
    `${summary}${/[.!?]$/.test(summary) ? '' : '.'} ${description}\n`,
    ...listed(
      'In the address:',
      parameters.map((one) => `- \`${one.name}\`: ${kindOf(one.schema)}${one.required ? '' : ', optional'}`),
    ),
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, body]) => contentText('Takes', type, body.schema)),
    ...Object.entries(answers).flatMap(([status, answer]) =>
      answer.content
        ? Object.entries(answer.content).flatMap(([type, body]) => contentText(`Answers ${status}`, type, body.schema))
        : [`Answers ${status}, without a body.\n`],
    ),
  ]
}

function contentText(does: string, type: string, body: JsonSchema): string[] {
  const fields = fieldsOf(body.properties ? body : { properties: { '': body }, required: [''] })
  if (body.properties && fields.length > 0) return listed(`${does} (\`${type}\`):`, fields)
  return [`${does} (\`${type}\`): ${kindOf(body)}\n`, ...fields.slice(1).map((line) => line.slice(2)), '']
}

function commandText(name: string, command: JsonSchema): string[] {
  const given = command.properties?.data ?? {}
  return [`\n### ${name}\n`, `${command.description}\n`, ...(given.properties ? fieldsOf(given) : [kindOf(given)]), '']
}

const listed = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [`${title}\n`, ...lines, ''])
