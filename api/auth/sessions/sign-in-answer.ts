import type { Request, Response } from 'express'
import type { UsedCode } from '#api/accounts/second-factor/redeem-code.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { signAccessToken } from '#api/rights/access-token.ts'
import { goneTokenOf } from '#api/rights/gone-token.ts'
import { keepRefreshToken } from '#api/rights/refresh-cookie.ts'
import { type MemberRights, rightsOf } from '#api/rights/rights.ts'
import type { ClientInfo } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import type { SessionUser, SignedIn } from '#core/wire/account/session.ts'
import { deviceIn, keepDevice } from './device-cookie.ts'

/** `how` is the second factor that was asked for, or the passkey that replaced the password. */
type Opened = {
  user: SessionUser
  sessionId: string
  refreshToken: string
  isRenewal?: boolean
  how?: UsedCode | 'passkey'
  /** Read if they are not given. */
  rights?: MemberRights
}

/**
 * The response to register, login and refresh: an access token in the body, the refresh token in its cookie, and the cookie by
 * which the device is known again. Renewals only set that one if it is missing, as in sessions from before devices were known.
 */
export async function answerSignedIn(
  services: Services,
  req: Request,
  res: Response,
  { user, sessionId, refreshToken, isRenewal, how, rights }: Opened,
) {
  const { audit, config, keys } = services
  const { userId, companyId } = user
  const token = await signAccessToken(keys, { userId, companyId, sessionId }, config.tokenSeconds)
  keepRefreshToken(config, req, res, refreshToken)
  if (!isRenewal) await audit.record(doneBy(req, user, 'signed-in', how))
  if (!isRenewal || !deviceIn(services, req)) await keepDevice(services, req, res, userId)
  const { needsSecondFactor } = rights ?? (await rightsOf(services, { userId, companyId, sessionId })) ?? {}
  const goneToken = goneTokenOf(keys, user)
  res.json({ token, user, ...(needsSecondFactor ? { needsSecondFactor } : {}), goneToken } satisfies SignedIn)
}

/** The browser's user agent and IP address, shown to people in the list of their sessions. */
export const clientInfoOf = (req: Request): ClientInfo => ({
  device: req.get('user-agent') ?? 'unknown',
  address: (req.ip ?? '').replace(/^::ffff:/, ''),
})
