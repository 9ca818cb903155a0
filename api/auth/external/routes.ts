import cookieParser from 'cookie-parser'
import { type CookieOptions, type Request, type Response, Router } from 'express'
import * as z from 'zod/mini'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { keepDevice } from '#api/auth/sessions/device-cookie.ts'
import { clientInfoOf } from '#api/auth/sessions/sign-in-answer.ts'
import { HttpFailure } from '#api/http/errors.ts'
import { isPlainHttp } from '#api/rights/origin.ts'
import { createLimits } from '#api/rights/rate-limits.ts'
import { keepRefreshToken } from '#api/rights/refresh-cookie.ts'
import { openSession } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'
import { memberOf } from './identities.ts'
import { type Handshake, NotIdentified, openIssuer } from './issuer.ts'

const minutesToSignIn = 10
const handshakeSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })

/**
 * Signing in with an external identity provider, if one is configured. Browsers navigate to these routes, so a failure
 * redirects to the sign-in page, which shows it.
 */
export function externalRoutes(services: Services): Router[] {
  const { config, authPool, ledgerPool, bell, logger } = services
  const { external, publicUrl } = config
  if (!external || !publicUrl) return []
  const limits = createLimits(services)
  const issuer = openIssuer(external, publicUrl, paths.externalCallback)
  const isPlain = (req: Request) => isPlainHttp(config, req.headers)
  const cookieOf = (req: Request) => (isPlain(req) ? 'fettle_external' : '__Host-fettle_external')
  // The browser returns from the provider's site, where a strict cookie would not be sent.
  const options = (req: Request): CookieOptions => ({
    httpOnly: true,
    secure: !isPlain(req),
    sameSite: 'lax',
    path: '/',
  })

  const signIn = async (req: Request, res: Response, handshake: Handshake | undefined) => {
    if (!handshake) throw new NotIdentified('The sign-in did not start in this browser, or took too long')
    const succeeded = await limits.external(req.ip ?? '')
    const identity = await issuer.identify(new URL(req.originalUrl, publicUrl), handshake)
    const person = await memberOf(authPool, identity)
    const user = person && (await readSessionUser(ledgerPool, person))
    if (!user) return undefined
    bell.ring('fettle_appended', [user.companyId])
    await succeeded()
    const session = await openSession(authPool, { ...user, ...clientInfoOf(req) })
    keepRefreshToken(config, req, res, session.refreshToken)
    await keepDevice(services, req, res, user.userId)
    await services.audit.record(doneBy(req, user, 'signed-in', 'provider'))
    return session
  }

  const router = Router()
    .get(paths.externalSignIn, async (req, res) => {
      const handshake = issuer.handshake()
      try {
        const url = await issuer.signInUrl(handshake)
        res.cookie(cookieOf(req), JSON.stringify(handshake), { ...options(req), maxAge: minutesToSignIn * 60_000 })
        res.redirect(url.href)
      } catch (error) {
        if (!(error instanceof NotIdentified)) throw error
        logger.warn({ err: error, cause: error.cause }, 'the identity provider cannot be reached')
        res.redirect(`${publicUrl}/auths#failed=unreachable`)
      }
    })
    .get(paths.externalCallback, cookieParser(), async (req, res) => {
      res.clearCookie(cookieOf(req), options(req))
      try {
        const session = await signIn(req, res, handshakeIn(req.cookies[cookieOf(req)]))
        res.redirect(`${publicUrl}/auths${session ? '' : '#failed=unknown'}`)
      } catch (error) {
        if (error instanceof HttpFailure && error.status === 429) return res.redirect(`${publicUrl}/auths#failed=often`)
        if (!(error instanceof NotIdentified)) throw error
        logger.warn({ err: error, cause: error.cause }, 'an external sign-in was refused')
        res.redirect(`${publicUrl}/auths#failed=refused`)
      }
    })
  return [router]
}

function handshakeIn(cookie: unknown): Handshake | undefined {
  if (typeof cookie !== 'string') return undefined
  try {
    return handshakeSchema.safeParse(JSON.parse(cookie)).data
  } catch {
    return undefined
  }
}
