import { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import type { Logger } from 'pino'
import { AppendConflict } from '#api/commands/decide-and-append.ts'
import { diskFull, isDiskFull } from '#api/http/disk-full.ts'
import { defaultError, HttpFailure, notFound } from '#api/http/errors.ts'
import { isUnavailable } from '#api/http/unavailable.ts'
import { failurePage, pageHeaders } from '#api/tenants/page/layout.ts'

/**
 * The last handler: responds to every failure with `{ error, code }` and its status, never with a stack, and with HTML only on the pages
 * for people without an account.
 */
export const failureAnswers =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const failure = asFailure(error)
    // The disk's own line says it once; a line for each change would bury it.
    if (failure.status >= 500 && failure.body.code !== diskFull.body.code)
      (req.log ?? logger)[failure.status === 500 ? 'error' : 'warn']({ err: error }, failure.message)
    // Too late for another response: cut the connection, so that half a response is not taken for a whole one.
    if (res.headersSent) return void req.socket.destroy()
    res.status(failure.status).set(failure.headers)
    if (/^\/t\//i.test(req.path)) return void res.set(pageHeaders).type('html').send(failurePage(failure.body.error))
    res.json(failure.body)
  }

/** Refuses other methods on existing paths: 405 with the allowed methods. */
export function refuseOtherMethods(routers: readonly Router[]): Router {
  const refusing = Router()
  for (const [path, methods] of methodsByPath(routers)) {
    refusing.all(path, () => {
      const body = { error: 'This path does not support that method.', code: 'method-not-allowed' }
      throw new HttpFailure(405, body, { Allow: [...methods].join(', ').toUpperCase() })
    })
  }
  return refusing
}

/** Refuses paths that no route has handled. */
export const refuseUnknownPaths: RequestHandler = () => {
  throw notFound()
}

function methodsByPath(routers: readonly Router[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { route } of routers.flatMap((router) => router.stack)) {
    if (!route) continue
    const methods = found.get(route.path) ?? new Set()
    for (const { method } of route.stack) methods.add(method)
    if (methods.has('get')) methods.add('head')
    found.set(route.path, methods)
  }
  return found
}

function asFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error
  if (isDiskFull(error)) return diskFull
  if (isUnavailable(error)) return unavailable
  if (error instanceof AppendConflict) return conflict
  const status = statusOf(error)
  if (status === undefined) return new HttpFailure(500, { error: defaultError, code: 'internal' })
  return new HttpFailure(status, {
    error: sentences[status] ?? 'The request is not valid.',
    code: codes[status] ?? 'invalid',
  })
}

const unavailable = new HttpFailure(
  503,
  { error: 'The service is not available at the moment. Please try again.', code: 'unavailable' },
  { 'Retry-After': '2' },
)

/** A decision that was retried, and overtaken by other changes every time. */
const conflict = new HttpFailure(409, {
  error: 'Someone else changed this at the same moment. Please try again.',
  code: 'conflict',
})

/** The 4xx of a request that Express or its body parser cannot read. */
function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined
}

const sentences: Record<number, string> = {
  400: 'The request could not be read: its JSON or its address is not valid.',
  413: 'The request is too large. The limit is 100 KB.',
  415: 'The encoding of the request is not supported. Please send UTF-8.',
}
const codes: Record<number, string> = { 413: 'too-large', 415: 'unsupported-media-type' }
