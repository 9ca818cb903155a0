import type { Request, Response } from 'express'
import { signAccessToken } from '#api/rights/access-token.ts'
import { keepRefreshToken } from '#api/rights/refresh-cookie.ts'
import type { ClientInfo } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import type { SessionUser, SignedIn } from '#core/wire/account/session.ts'

/** The response to register, login and refresh: an access token in the body, the refresh token in its cookie. */
export async function answerSignedIn(
  { config, keys }: Pick<Services, 'config' | 'keys'>,
  req: Request,
  res: Response,
  { user, sessionId, refreshToken }: { user: SessionUser; sessionId: string; refreshToken: string },
) {
  const { userId, companyId } = user
  const token = await signAccessToken(keys, { userId, companyId, sessionId }, config.tokenSeconds)
  keepRefreshToken(config, req, res, refreshToken)
  res.json({ token, user } satisfies SignedIn)
}

/** The browser's user agent and IP address, shown to people in the list of their sessions. */
export const clientInfoOf = (req: Request): ClientInfo => ({
  device: req.get('user-agent') ?? 'unknown',
  address: (req.ip ?? '').replace(/^::ffff:/, ''),
})
