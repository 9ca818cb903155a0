import express, { type Request, type RequestHandler } from 'express'
import { HttpFailure } from './errors.ts'
import { briefly, refuseSlow } from './slow-requests.ts'

/** No command needs more; 100 of them fit. */
const most = 100 * 1024

/**
 * Reads a JSON body of at most 100 KB. What is no JSON, or says it is something else, is refused in failures.ts. Photos,
 * files of jobs and the card provider's notices are left to their own routes.
 */
export const readJson = (): RequestHandler[] =>
  [refuseOtherTypes, refuseSlow(briefly), express.json({ limit: most, type: 'application/json' })].map(
    (handler): RequestHandler =>
      (req, res, next) =>
        isUpload(req) || isNotice(req) ? next() : handler(req, res, next),
  )

/** Its signature is over the bytes as they came; see billing/webhook.ts. */
const isNotice = ({ method, path }: Request) => method === 'POST' && /^\/subscriptions\/webhook\/?$/i.test(path)

const isUpload = ({ method, path }: Request) =>
  method === 'POST' && (/^\/[^/]+\/uploadImage\/?$/i.test(path) || /^\/imports\/?$/i.test(path))

const refuseOtherTypes: RequestHandler = (req, _res, next) => {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (hasBody && !req.is('application/json'))
    throw new HttpFailure(415, { error: 'Send the body as application/json.', code: 'unsupported-media-type' })
  next()
}
