import type { CookieOptions, Request, Response } from 'express'
import type { Config } from '#api/config/config.ts'
import { isPlainHttp } from './origin.ts'
import { idleDays } from './sessions.ts'

/**
 * The cookie that holds the refresh token. Over https it is Secure and prefixed `__Host-`, so no other host, path or http page
 * can set or read it. Browsers drop such a cookie over plain http (Safari even on localhost), so an installation without https
 * uses another name. Each name is accepted only over its own protocol.
 */
const nameFor = (config: Config, req: Request) =>
  isPlainHttp(config, req.headers) ? 'fettle_refresh' : '__Host-fettle_refresh'

const optionsFor = (config: Config, req: Request): CookieOptions => ({
  httpOnly: true,
  secure: !isPlainHttp(config, req.headers),
  sameSite: 'strict',
  path: '/',
})

/** The refresh token of a request whose cookies cookie-parser has parsed. */
export const refreshTokenIn = (config: Config, req: Request): string | undefined =>
  tokenNamed(nameFor(config, req), req.cookies)

/**
 * As {@link refreshTokenIn}, for the opening of a page, with which browsers send no origin: without a public address either
 * name may be the right one.
 */
export const pageTokenIn = ({ publicUrl }: Config, { cookies }: Pick<Request, 'cookies'>): string | undefined =>
  tokenNamed('__Host-fettle_refresh', cookies) ??
  (publicUrl?.startsWith('https:') ? undefined : tokenNamed('fettle_refresh', cookies))

function tokenNamed(name: string, cookies: Record<string, unknown>): string | undefined {
  const token = cookies[name]
  return typeof token === 'string' && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Sets the refresh token in the browser. */
export function keepRefreshToken(config: Config, req: Request, res: Response, token: string) {
  res.cookie(nameFor(config, req), token, { ...optionsFor(config, req), maxAge: idleDays * 86_400_000 })
}

/** Removes the refresh token from the browser. */
export function dropRefreshToken(config: Config, req: Request, res: Response) {
  res.clearCookie(nameFor(config, req), optionsFor(config, req))
}
