import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Config } from '#api/config/config.ts'

/**
 * Warns once if requests come through a proxy although none is trusted: everybody then has the proxy's address, and counts by
 * address count all companies together.
 */
export function warnOfProxy({ proxyHops }: Pick<Config, 'proxyHops'>, logger: Logger): RequestHandler {
  let hasWarned = proxyHops > 0
  return (req, _res, next) => {
    if (!hasWarned && req.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      logger.warn(
        { from: req.socket.remoteAddress },
        'requests come with X-Forwarded-For, but FETTLE_PROXY_HOPS is 0: if a proxy of yours adds it, set the number of proxies, or everybody shares the limits of one address',
      )
    }
    next()
  }
}
