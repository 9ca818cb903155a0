import * as z from 'zod/mini'
import type { Refusal, RefusalKind } from '#core/model/refusals.ts'
import type { Failure } from '#core/wire/common.ts'

/** The words for a failure that is ours and says nothing more. */
export const defaultError = 'An error occurred while processing the request'

/**
 * What a route answers instead of its result. Thrown at the edge of HTTP alone, and answered in one place; rules give
 * refusals as values.
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

/**
 * The one table from refusals to HTTP. A limit is 403: the same request would succeed under another plan, so that nothing is
 * in conflict and a retry does not help.
 */
const statuses: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  limit: 403,
}

/** A refusal of a rule as an HTTP failure. */
export const refused = ({ kind, refused: code, error, field }: Refusal) =>
  new HttpFailure(statuses[kind], { error, code, ...(field ? { field } : {}) })

/** What does not fit a schema: 400 with the field at fault. */
export const invalid = (error: string, field?: string, code = 'invalid') =>
  new HttpFailure(400, { error, code, ...(field ? { field } : {}) })

/** Something that is not there, or is another company's: both answer alike. */
export const notFound = (error = 'Not found.', code = 'not-found') => new HttpFailure(404, { error, code })

/** The value as its schema gives it. Throws a 400 that names the first field at fault. */
export function parse<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  throw new HttpFailure(400, firstFault(read.error))
}

/** The first thing wrong, for people and for programs: used where a failure is not the whole answer's. */
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
  if (issue.code === 'custom' && issue.message && issue.message !== 'Invalid input') return issue.message
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `The field ${field} may have at most ${issue.maximum} characters.`
  return `The field ${field} is missing or not valid.`
}
