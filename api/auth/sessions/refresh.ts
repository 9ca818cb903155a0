import type { RequestHandler } from 'express'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { HttpFailure } from '#api/http/errors.ts'
import { refreshTokenIn } from '#api/rights/refresh-cookie.ts'
import { rotate } from '#api/rights/refresh-tokens.ts'
import { rightsOf, whyGone } from '#api/rights/rights.ts'
import { endRemovedSession } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import type { GoneCode } from '#core/wire/account/gone-codes.ts'
import { answerSignedIn, clientInfoOf } from './sign-in-answer.ts'

/**
 * POST /api/auth/refresh: exchanges the cookie's token for a new one and an access token. A refused cookie stays in the browser:
 * somebody may have signed in from another tab in the meantime, and the answer would remove the new one.
 */
export const refresh =
  (services: Services): RequestHandler =>
  async (req, res) => {
    const { config, authPool, ledgerPool } = services
    const token = refreshTokenIn(config, req)
    const rotated = token && (await rotate(authPool, token, clientInfoOf(req).address))
    if (!rotated) throw noSession
    const { session, refreshToken } = rotated
    const rights = await rightsOf(services, session)
    const user = rights && (await readSessionUser(ledgerPool, session))
    if (!user) {
      const code = await whyGone(ledgerPool, session)
      await endRemovedSession(authPool, session.sessionId)
      throw new HttpFailure(401, { error: gone[code], code })
    }
    await answerSignedIn(services, req, res, { user, ...session, refreshToken, isRenewal: true, rights })
  }

const gone: Record<GoneCode, string> = {
  'account-removed': 'Your account was removed.',
  'account-closed': 'You closed your account.',
  'account-erased': 'Your company was closed, and is now erased.',
}
const noSession = new HttpFailure(401, { error: 'No user logged in', code: 'not-signed-in' })
