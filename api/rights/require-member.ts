import type { RequestHandler } from 'express'
import { HttpFailure } from '#api/http/errors.ts'
import type { Services } from '#api/services/services.ts'
import { verifyAccessToken } from './access-token.ts'
import { type MemberRights, rightsOf } from './rights.ts'

declare global {
  namespace Express {
    interface Locals {
      /** Who asks, on routes behind {@link requireMember}. */
      member: MemberRights
    }
  }
}

/**
 * Lets in whoever has a good access token, a session that still stands, and a place in the company at this very moment:
 * being removed, demoted or signed out acts at the next request. The role is the log's, never the token's.
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

/** Who asked, as they stand by now; for what takes as long as a person's connection does. Throws a 401 where they are out. */
export async function recheckMember(
  { ledgerPool }: Pick<Services, 'ledgerPool'>,
  asked: MemberRights,
): Promise<MemberRights> {
  const member = await rightsOf(ledgerPool, asked)
  if (!member) throw notSignedIn()
  return member
}

/** 401 for a token that is missing, false, expired, or of someone who has no rights any more: all alike. */
const notSignedIn = (error = 'Failed to verify user token') =>
  new HttpFailure(401, { error, code: 'not-signed-in' }, { 'WWW-Authenticate': 'Bearer' })
