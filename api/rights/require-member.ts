import type { Request, RequestHandler, Response } from 'express'
import { HttpFailure, refused } from '#api/http/errors.ts'
import { companyChange, companyRead } from '#api/http/slots/company-requests.ts'
import type { Keys } from '#api/keys/keys.ts'
import type { Services } from '#api/services/services.ts'
import { refuse } from '#core/model/refusals.ts'
import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { type Claims, verifyAccessToken } from './access-token.ts'
import { keyCaller, peopleOnly } from './api-keys/key-caller.ts'
import { isKeyToken } from './api-keys/key-token.ts'
import { pageTokenIn } from './refresh-cookie.ts'
import { type MemberRights, type RightsParts, rightsOf } from './rights.ts'
import { sessionOf } from './sessions.ts'

declare global {
  namespace Express {
    interface Locals {
      /** The signed-in person, on routes behind {@link requireMember}. */
      member: MemberRights
    }
  }
}

type Parts = RightsParts & Pick<Services, 'keys' | 'authPool'>

/**
 * Requires a valid access token, an open session and an active membership at this moment: being removed, demoted or signed out
 * takes effect at the next request. The role comes from the log, never from the token. An API key may call in place of a person
 * where callScopes lists the call, with the scope that it names.
 */
export function requireMember(services: Parts): RequestHandler {
  return async (req, res, next) => {
    const key = keyIn(req)
    if (key === undefined) res.locals.member = complete(await memberIn(services, req, res))
    else await keyCaller(services, key, req, res)
    next()
  }
}

/**
 * As {@link requireMember}, for people alone, also for a person who has to set up a second factor first. Only for what they need for that, and for
 * what is theirs whatever their company requires: their sessions, the data kept about them, and leaving.
 */
export function requireSignedIn(services: RightsParts & Pick<Services, 'keys'>): RequestHandler {
  return async (req, res, next) => {
    if (keyIn(req) !== undefined) throw peopleOnly()
    res.locals.member = await memberIn(services, req, res)
    next()
  }
}

async function memberIn(
  services: RightsParts & Pick<Services, 'keys'>,
  req: Request,
  res: Response,
): Promise<MemberRights> {
  const claims = await claimsOf(services.keys, req)
  await (req.method === 'GET' ? companyRead : companyChange)(claims.companyId, res)
  const member = await rightsOf(services, claims)
  if (!member) throw notSignedIn()
  return member
}

/** Throws a 403 for a person who has to set up a second factor first. */
export function complete(member: MemberRights): MemberRights {
  if (member.needsSecondFactor) throw secondFactorFirst
  return member
}

const secondFactorFirst = new HttpFailure(403, {
  error: 'Your company requires two-factor sign-in. Set up an authenticator app or a passkey to go on.',
  code: secondFactorNeeded,
})

/** Whose token a request has. Throws a 401 without a valid one. Their session may have ended, and their rights with it. */
export async function claimsOf(keys: Keys, req: Request): Promise<Claims> {
  const token = bearerIn(req)
  if (!token) throw notSignedIn('Authentication token not available. Please log in again.')
  const claims = await verifyAccessToken(keys, token)
  if (!claims) throw notSignedIn()
  return claims
}

const bearerIn = (req: Request) => /^Bearer ([\w.-]+)$/i.exec(req.get('authorization') ?? '')?.[1]

/** The API key that a request has in place of a person's token; undefined if it has none. */
export function keyIn(req: Request): string | undefined {
  const token = bearerIn(req)
  return token !== undefined && isKeyToken(token) ? token : undefined
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
  services: Pick<Services, 'config' | 'authPool' | 'ledgerPool'>,
  req: Request<{ id: string }>,
): Promise<MemberRights> {
  const token = pageTokenIn(services.config, req)
  const session = token && (await sessionOf(services.authPool, token))
  const member = session && (await rightsOf(services, session))
  if (!member) throw notSignedIn('Please sign in to Fettle with this browser first.')
  return complete(member)
}

/** The person's current rights, for requests as slow as their connection. Throws if they have none any more. */
export async function recheckMember(services: RightsParts, atStart: MemberRights): Promise<MemberRights> {
  const member = await rightsOf(services, atStart)
  if (!member) throw notSignedIn()
  return complete(member)
}

/** The same 401 for a token that is missing, forged or expired, and for a person who has lost their rights. */
export const notSignedIn = (error = 'Failed to verify user token') =>
  new HttpFailure(401, { error, code: 'not-signed-in' }, { 'WWW-Authenticate': 'Bearer' })
