import express, { type Request, type RequestHandler } from 'express'
import { HttpFailure } from './errors.ts'
import { refuseSlow, smallBody } from './slow-requests.ts'

/** In bytes: enough for 100 commands. */
const limit = 100 * 1024

/**
 * Reads a JSON body of at most 100 KB; failures.ts refuses any other. Routes for photos, the logo, imports and the card provider's
 * notices read their own bodies.
 */
export const readJson = (): RequestHandler[] =>
  [refuseOtherTypes, refuseSlow(smallBody), express.json({ limit, type: 'application/json' })].map(
    (handler): RequestHandler =>
      (req, res, next) =>
        isUpload(req) || isNotice(req) ? next() : handler(req, res, next),
  )

/** Its signature covers the raw bytes; see billing/webhook.ts. */
const isNotice = ({ method, path }: Request) => method === 'POST' && /^\/subscriptions\/webhook\/?$/i.test(path)

const isUpload = ({ method, path }: Request) =>
  method === 'POST'
    ? /^\/[^/]+\/uploadImage\/?$/i.test(path) || /^\/imports\/?$/i.test(path)
    : method === 'PUT' && /^\/(?:[^/]+\/uploads\/[^/]+|company\/logo)\/[^/]+\/?$/i.test(path)

const refuseOtherTypes: RequestHandler = (req, _res, next) => {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (hasBody && !req.is('application/json'))
    throw new HttpFailure(415, { error: 'Send the body as application/json.', code: 'unsupported-media-type' })
  next()
}
