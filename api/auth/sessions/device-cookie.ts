import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CookieOptions, Request, Response } from 'express'
import { deviceDays, rememberDevice } from '#api/accounts/known-devices.ts'
import { hashToken, type TokenSecret } from '#api/keys/tokens.ts'
import { isPlainHttp } from '#api/rights/origin.ts'
import type { Services } from '#api/services/services.ts'

/** A device of a request: the random id in its cookie, as tables hold it. */
export type Device = { deviceHash: Buffer }

/** Named like the refresh token's cookie; see rights/refresh-cookie.ts. */
const nameFor = (config: Services['config'], req: Request) =>
  isPlainHttp(config, req.headers) ? 'fettle_device' : '__Host-fettle_device'

/** Signed, so that nobody can invent devices; a different text for each use of the secret. */
const signatureOf = ({ refreshSecret }: TokenSecret, id: string) =>
  createHmac('sha256', refreshSecret).update(`device:${id}`).digest()

/**
 * The device of a request whose cookies cookie-parser has parsed; undefined without a cookie of ours. It proves nothing but that this browser has been
 * here before: it tells a person's own tries from strangers', and signs nobody in.
 */
export function deviceIn({ config, keys }: Pick<Services, 'config' | 'keys'>, req: Request): Device | undefined {
  const cookie: unknown = req.cookies[nameFor(config, req)]
  const [, id, signature] = (typeof cookie === 'string' && /^([\w-]{43})\.([\w-]{43})$/.exec(cookie)) || []
  if (!id || !signature) return undefined
  const isOurs = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(keys, id))
  return isOurs ? { deviceHash: hashToken(id) } : undefined
}

/** Notes that a person is signed in on the request's device, and gives the browser the cookie by which it is known again. */
export async function keepDevice(services: Services, req: Request, res: Response, userId: string): Promise<void> {
  const { config, keys, authPool } = services
  const known = deviceIn(services, req)
  const id = randomBytes(32).toString('base64url')
  await rememberDevice(authPool, { userId, deviceHash: known?.deviceHash ?? hashToken(id) })
  if (known) return
  const options: CookieOptions = {
    httpOnly: true,
    secure: !isPlainHttp(config, req.headers),
    // Also sent when the browser comes back from an identity provider.
    sameSite: 'lax',
    path: '/',
    maxAge: deviceDays * 86_400_000,
  }
  res.cookie(nameFor(config, req), `${id}.${signatureOf(keys, id).toString('base64url')}`, options)
}
