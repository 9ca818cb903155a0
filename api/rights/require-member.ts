import type { Request, RequestHandler } from 'express'
import { HttpFailure, refused } from '#api/http/errors.ts'
import type { Services } from '#api/services/services.ts'
import { refuse } from '#core/model/refusals.ts'
import { verifyAccessToken } from './access-token.ts'
import { pageTokenIn } from './refresh-cookie.ts'
import { type MemberRights, rightsOf } from './rights.ts'
import { sessionOf } from './sessions.ts'

declare global {
  namespace Express {
    interface Locals {
      /** The signed-in person, on routes behind {@link requireMember}. */
      member: MemberRights
    }
  }
}

/**
 * Requires a valid access token, an open session and an active membership at this moment: being removed, demoted or signed out
 * takes effect at the next request. The role comes from the log, never from the token.
 */
export function requireMember({ keys, ledgerPool }: Pick<Services, 'keys' | 'ledgerPool'>): RequestHandler {
  return async (req, res, next) => {
    const token = /^Bearer ([\w.-]+)$/i.exec(req.get('authorization') ?? '')?.[1]
    if (!token) throw notSignedIn('Authentication token not available. Please log in again.')
    const claims = await verifyAccessToken(keys, token)
    if (!claims) throw notSignedIn()
    const member = await rightsOf(ledgerPool, claims)
    if (!member) throw notSignedIn()
    res.locals.member = member
    next()
  }
}

/** Behind {@link requireMember}, for what changes something without a command: refuses it in a company that was closed. */
export const requireOpen: RequestHandler = (_req, res, next) => {
  if (res.locals.member.isClosed) throw refused(refuse('company-closed'))
  next()
}

/**
 * The person who opens a page of the server's own, by the cookie of their session, which cookie-parser has parsed. Throws a 401
 * without one. Renews nothing, and is for pages that no other site may post to.
 */
export async function memberByCookie(
  { config, authPool, ledgerPool }: Pick<Services, 'config' | 'authPool' | 'ledgerPool'>,
  req: Request<{ id: string }>,
): Promise<MemberRights> {
  const token = pageTokenIn(config, req)
  const session = token && (await sessionOf(authPool, token))
  const member = session && (await rightsOf(ledgerPool, session))
  if (!member) throw notSignedIn('Please sign in to Fettle with this browser first.')
  return member
}

/** The person's current rights, for requests as slow as their connection. Throws a 401 if they have none any more. */
export async function recheckMember(
  { ledgerPool }: Pick<Services, 'ledgerPool'>,
  atStart: MemberRights,
): Promise<MemberRights> {
  const member = await rightsOf(ledgerPool, atStart)
  if (!member) throw notSignedIn()
  return member
}

/** The same 401 for a token that is missing, forged or expired, and for a person who has lost their rights. */
export const notSignedIn = (error = 'Failed to verify user token') =>
  new HttpFailure(401, { error, code: 'not-signed-in' }, { 'WWW-Authenticate': 'Bearer' })
