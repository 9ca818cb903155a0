import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import type { Config } from '#api/config/config.ts'
import { HttpFailure } from '#api/http/errors.ts'

type Address = Pick<Config, 'publicUrl'>

/**
 * Whether a browser sent this from a page of ours. Where the public address is known it must be that one; else the page must
 * have come from the host that it now asks. `unknown` is no browser: every browser names the origin of a POST and of a
 * web socket.
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

/** Refuses a request that carries the cookie but did not come from a page of ours; for routes that act on the cookie. */
export const requireOwnOrigin =
  (address: Address): RequestHandler =>
  (req, _res, next) => {
    if (originOf(address, req.headers) !== 'own')
      throw new HttpFailure(403, { error: 'This request came from another site.', code: 'foreign-origin' })
    next()
  }

/** Whether the browser sees us over plain http, by the public address or, where that is not known, by its own word. */
export const isPlainHttp = ({ publicUrl }: Address, headers: IncomingHttpHeaders) =>
  (publicUrl ?? headers.origin ?? '').startsWith('http://')
