import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { keepLatest, type Latest } from '#api/http/latest-entries.ts'
import type { Keys } from '#api/keys/keys.ts'
import { id } from '#core/model/values.ts'

/** The person and session of an access token. It holds no role, which may change before the token expires. */
export type Claims = Readonly<{ userId: string; companyId: string; sessionId: string; expiresAt: number }>

// Pinned when signing and verifying, so that no token of another kind or for another service is accepted.
const issuer = 'fettle'
const audience = 'fettle-api'
const type = 'at+jwt'
const algorithm = 'EdDSA'
const maxCharacters = 2_048

const payload = z.object({ sub: id, cid: id, sid: id, exp: z.int() })

/** An access token that expires after so many seconds. */
export const signAccessToken = (keys: Keys, claims: Omit<Claims, 'expiresAt'>, seconds: number): Promise<string> =>
  new SignJWT({ cid: claims.companyId, sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type, kid: keys.kid })
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(keys.signing)

/** How many verified tokens a process remembers: a signature takes a tenth of a millisecond to check. */
const mostRemembered = 5_000
const remembered = new WeakMap<Keys, Latest<Claims>>()

/**
 * The claims of a valid token; undefined for any other, whatever its fault. One that was valid stays so until it expires, and is not
 * checked again: its session may have ended, which only the tables know.
 */
export async function verifyAccessToken(keys: Keys, token: string, now = Date.now()): Promise<Claims | undefined> {
  const valid = remembered.get(keys) ?? keepLatest(mostRemembered)
  remembered.set(keys, valid)
  const known = valid.get(token)
  if (known && known.expiresAt > now) return known
  valid.delete(token)
  const claims = await verified(keys, token, now)
  if (claims) valid.set(token, claims)
  return claims
}

async function verified(keys: Keys, token: string, now: number): Promise<Claims | undefined> {
  if (token.length > maxCharacters) return undefined
  try {
    const { payload: signed } = await jwtVerify(token, keys.verifying, {
      algorithms: [algorithm],
      issuer,
      audience,
      typ: type,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(now),
    })
    const read = payload.safeParse(signed)
    if (!read.success) return undefined
    const { sub, cid, sid, exp } = read.data
    return { userId: sub, companyId: cid, sessionId: sid, expiresAt: exp * 1_000 }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
