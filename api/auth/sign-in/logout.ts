import type { RequestHandler } from 'express'
import { dropRefreshToken, refreshTokenIn } from '#api/rights/refresh-cookie.ts'
import { endSession, sessionOf } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'

/**
 * POST /api/auth/logout: ends the cookie's session at once, access tokens and sockets included. Also succeeds without a session.
 */
export const logout =
  ({ config, authPool, bell }: Services): RequestHandler =>
  async (req, res) => {
    const token = refreshTokenIn(config, req)
    const session = token && (await sessionOf(authPool, token))
    if (session) {
      await endSession(authPool, session.sessionId)
      // Makes every process check its sockets' rights again.
      bell.ring('fettle_appended', [session.companyId])
    }
    dropRefreshToken(config, req, res)
    res.status(204).end()
  }
