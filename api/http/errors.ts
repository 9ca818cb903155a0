import * as z from 'zod/mini'
import type { Refusal, RefusalKind } from '#core/model/refusals.ts'
import type { Failure } from '#core/wire/common.ts'

/** The message of an internal failure. */
export const defaultError = 'An error occurred while processing the request'

/**
 * A failed response. Thrown only in the HTTP layer and turned into a response in one place; domain rules return refusals as
 * values.
 */
export class HttpFailure extends Error {
  readonly status: number
  readonly body: Failure
  readonly headers: Record<string, string>

  constructor(status: number, body: Failure, headers: Record<string, string> = {}) {
    super(body.error)
    this.name = 'HttpFailure'
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** HTTP statuses of refusals. A limit is 403: only another plan would help, and a retry would not. */
const statuses: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  limit: 403,
}

/** A domain rule's refusal as an HTTP failure. */
export const refused = ({ kind, refused: code, error, field }: Refusal) =>
  new HttpFailure(statuses[kind], { error, code, ...(field ? { field } : {}) })

/** A 400 that names the invalid field. */
export const invalid = (error: string, field?: string, code = 'invalid') =>
  new HttpFailure(400, { error, code, ...(field ? { field } : {}) })

/** A 404 for something that does not exist or belongs to another company. */
export const notFound = (error = 'Not found.', code = 'not-found') => new HttpFailure(404, { error, code })

/** The value parsed by a schema. Throws a 400 that names the first invalid field. */
export function parse<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  throw new HttpFailure(400, firstFault(read.error))
}

/** The first fault, in words and as a code. */
export function firstFault({ issues }: z.core.$ZodError): Failure {
  const issue = issues[0]
  if (!issue) return { error: defaultError, code: 'invalid' }
  if (issue.code === 'unrecognized_keys') {
    const field = [...issue.path, issue.keys[0]].join('.')
    return { error: `There is no field called ${field.slice(0, 100)}.`, code: 'unknown-field', field }
  }
  const field = issue.path.join('.')
  if (!field) return { error: 'The request body must be a JSON object of the expected form.', code: 'invalid' }
  return { error: sentence(issue, field), code: 'invalid', field }
}

function sentence(issue: z.core.$ZodIssue, field: string): string {
  if ((issue.code === 'custom' || issue.code === 'invalid_value') && issue.message && issue.message !== 'Invalid input')
    return issue.message
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `The field ${field} may have at most ${issue.maximum} characters.`
  return `The field ${field} is missing or not valid.`
}
