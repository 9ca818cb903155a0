import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import type { Config } from '#api/config/config.ts'
import { HttpFailure } from '#api/http/errors.ts'

type Address = Pick<Config, 'publicUrl'>

/**
 * Whether a browser sent this from one of our pages: one at the public address if that is configured, otherwise one from the
 * host being requested. `unknown` is not a browser: browsers send an origin with every POST and web socket.
 */
export function originOf({ publicUrl }: Address, headers: IncomingHttpHeaders): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return 'foreign'
  if (headers.origin === undefined) return site === 'same-origin' ? 'own' : 'unknown'
  if (publicUrl) return headers.origin === publicUrl ? 'own' : 'foreign'
  const origin = URL.parse(headers.origin)
  const isWeb = origin?.protocol === 'http:' || origin?.protocol === 'https:'
  return isWeb && origin.host === headers.host?.toLowerCase() ? 'own' : 'foreign'
}

/** Refuses requests from other sites, for routes that act on the cookie. */
export const requireOwnOrigin =
  (address: Address): RequestHandler =>
  (req, _res, next) => {
    if (originOf(address, req.headers) !== 'own')
      throw new HttpFailure(403, { error: 'This request came from another site.', code: 'foreign-origin' })
    next()
  }

/** Whether the browser reaches us over plain http, by the public address or else by the request's origin. */
export const isPlainHttp = ({ publicUrl }: Address, headers: IncomingHttpHeaders) =>
  (publicUrl ?? headers.origin ?? '').startsWith('http://')
