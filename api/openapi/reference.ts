import * as z from 'zod/mini'
import { apiDescription } from './openapi.ts'
import { fieldsOf, type JsonSchema, kindOf } from './reference-fields.ts'

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
const schema = z.custom<JsonSchema>(isObject)
const content = z.record(z.string(), z.object({ schema }))
const operation = z.object({
  summary: z.string(),
  description: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.optional(z.boolean()), schema })),
  requestBody: z.optional(z.object({ content })),
  responses: z.record(z.string(), z.object({ description: z.string(), content: z.optional(content) })),
})
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})

type Operation = z.infer<typeof operation>

/** The API's description as Markdown, a page of the documentation: every call and every command. */
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

Everything the screens do goes through these calls. This page is generated from the schemas that check every call, and so is
[the same description in OpenAPI's format](/api/openapi.json), for programs.

Signing in returns a \`token\`. Send it as \`Authorization: Bearer <token>\` with every call that is for members. It is valid for ten
minutes; to get the next one, call \`POST /api/auth/refresh\` with the cookie that signing in set. Calls read and change only the
signed-in user's company. An action that a role may not take is refused with 403, and the team's responses leave out what the team
may not see: the [guide for the admin](/docs/admin) has the table of roles.

Bodies and queries with unknown fields are refused. Money is in pence, and instants are in UTC, as ISO 8601.

Other programs call with an API key, which an owner or admin makes under Connections, in place of the token. A key sees and changes what
its rights say, and the calls below name the one that each needs; calls that name none are for people alone. The [guide to
connections](/docs/connections) shows how to begin.

## Errors

Every failure has this body and one of these statuses. 400: the request is invalid. 401: not signed in. 403: not allowed for this
user. 404: not found, or not in this company. 409: conflict, because somebody else was first. 422: a \`commandId\` was reused for a
different command. 429: too many requests. 503 with \`Retry-After\`: retry the same request.
`

const commandsText = `
Every change is a command, sent to \`POST /api/commands\`, up to 100 at a time. Each is an object with its \`type\`, its \`data\`, a
\`commandId\` and \`happenedAt\`. You generate the \`commandId\`, a UUID (ideally version 7), and keep it when you retry: a command
takes effect only once. You also generate the ids of new things, such as a \`jobId\`. The \`data\` of each command is:
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
  events: 'Changes',
  connections: 'Connections',
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
      'Parameters:',
      parameters.map((one) => `- \`${one.name}\`: ${kindOf(one.schema)}${one.required ? '' : ', optional'}`),
    ),
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, body]) => contentText('Takes', type, body.schema)),
    ...Object.entries(answers).flatMap(([status, answer]) =>
      answer.content
        ? Object.entries(answer.content).flatMap(([type, body]) => contentText(`Returns ${status}`, type, body.schema))
        : [`Returns ${status}, without a body.\n`],
    ),
  ]
}

function contentText(does: string, type: string, body: JsonSchema): string[] {
  const fields = fieldsOf(body.properties ? body : { properties: { '': body }, required: [''] })
  if (body.properties && fields.length > 0) return listed(`${does} (\`${type}\`):`, fields)
  return [`${does} (\`${type}\`): ${kindOf(body)}\n`, ...fields.slice(1).map((line) => line.slice(2)), '']
}

function commandText(name: string, command: JsonSchema): string[] {
  const data = command.properties?.data ?? {}
  return [`\n### ${name}\n`, `${command.description}\n`, ...(data.properties ? fieldsOf(data) : [kindOf(data)]), '']
}

const listed = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [`${title}\n`, ...lines, ''])
