import type { CookieOptions, Request, Response } from 'express'
import type { Config } from '#api/config/config.ts'
import { isPlainHttp } from '#api/rights/origin.ts'
import { idleDays } from '#api/rights/sessions.ts'

/**
 * The cookie that holds the refresh token. Over https it is `__Host-` and Secure, which no other host, path or plain page can
 * set or read. A browser drops such a cookie over plain http (Safari on localhost too), and nothing could keep it secret
 * there, so that an installation without https gets one under another name; each is only taken where it is set.
 */
const nameFor = (config: Config, req: Request) =>
  isPlainHttp(config, req.headers) ? 'fettle_refresh' : '__Host-fettle_refresh'

const optionsFor = (config: Config, req: Request): CookieOptions => ({
  httpOnly: true,
  secure: !isPlainHttp(config, req.headers),
  sameSite: 'strict',
  path: '/',
})

/** The refresh token that came with a request. The cookies have been parsed by cookie-parser. */
export function refreshTokenIn(config: Config, req: Request): string | undefined {
  const token: unknown = req.cookies[nameFor(config, req)]
  return typeof token === 'string' && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Gives the browser a refresh token to keep. */
export function keepRefreshToken(config: Config, req: Request, res: Response, token: string) {
  res.cookie(nameFor(config, req), token, { ...optionsFor(config, req), maxAge: idleDays * 86_400_000 })
}

/** Takes it away again. */
export function dropRefreshToken(config: Config, req: Request, res: Response) {
  res.clearCookie(nameFor(config, req), optionsFor(config, req))
}
