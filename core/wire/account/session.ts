import * as z from 'zod/mini'
import { memberDetails } from '#core/member/details.ts'
import { roles } from '#core/model/messages.ts'
import { id, instant, text } from '#core/model/values.ts'
import { companyRow } from '#core/projections/company-documents.ts'

const password = text(1024)
export const registration = z.strictObject({ businessName: text(200), username: text(100), email: text(254), password })
export const credentials = z.strictObject({ email: text(254), password })
export type Registration = z.infer<typeof registration>
export type Credentials = z.infer<typeof credentials>

/** How people sign in here: with a password, or through an external identity provider only. */
export const signInMethods = z.object({ password: z.boolean(), external: z.boolean() })
export type SignInMethods = z.infer<typeof signInMethods>

export const sessionUser = z.object({
  userId: id,
  username: z.string(),
  email: z.string(),
  userRole: z.enum(roles),
  companyId: id,
  ...memberDetails.shape,
})
export type SessionUser = z.infer<typeof sessionUser>

/**
 * The answer to register, login and refresh. `token` is valid for about ten minutes; the refresh token is a cookie. With
 * `needsSecondFactor` the person has to set up a second factor before anything else, as their company requires it. By `goneToken` the
 * device can ask for as long as it likes whether the person has no place here any more; it is good for nothing else.
 */
export const signedIn = z.object({
  token: z.string(),
  user: sessionUser,
  needsSecondFactor: z.optional(z.literal(true)),
  goneToken: z.string(),
})
export type SignedIn = z.infer<typeof signedIn>

/** GET /api/company: the company's document, with counts from its lists. */
export const companyAnswer = z.extend(companyRow, { c_id: id, totalApts: z.int(), businessCustom: z.array(z.string()) })
export type CompanyAnswer = z.infer<typeof companyAnswer>

export const me = z.object({
  user: sessionUser,
  memberSince: instant,
  company: companyAnswer,
  /** The seq as of which the company is; missing in what a device has kept of earlier releases. */
  seq: z.optional(z.int()),
  /** An address of the company's logo, as those of photos are; missing if there is none. */
  logo: z.optional(z.object({ imageId: id, url: z.string() })),
  /** The user's email, if they still have to confirm it by a mailed link. */
  emailToConfirm: z.optional(z.string()),
})
export type Me = z.infer<typeof me>

/** GET /api/auth/sessions: the user's open sessions, most recently used first. `place` is the network address. */
export const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({
      sessionId: z.uuid(),
      device: z.string(),
      place: z.string(),
      createdAt: instant,
      lastUsedAt: instant,
      current: z.boolean(),
      /** How many changes and photos the device had not sent when it last said so; missing if none, or if it never did. */
      unsent: z.optional(z.int()),
    }),
  ),
})
export type SessionsAnswer = z.infer<typeof sessionsAnswer>

const unsentCount = z.int().check(z.minimum(0), z.maximum(1_000_000))
/**
 * PUT /api/auth/unsent: how many changes and photos the caller's device has not sent, how many of them were refused, and when the oldest of
 * the others was made.
 */
export const unsentRequest = z.strictObject({
  unsent: unsentCount,
  refused: z.optional(unsentCount),
  oldest: z.optional(instant),
})

export const signInWays = ['password', 'code', 'recovery-code', 'passkey', 'provider'] as const

const upToHundred = z.pipe(z.string().check(z.regex(/^([1-9]\d?|100)$/)), z.transform(Number))
/** `most` is how many, 10 if it is missing. */
export const signInsQuery = z.strictObject({ most: z.optional(upToHundred) })

/**
 * GET /api/auth/sign-ins: the user's sign-ins and wrong passwords and codes of the last 30 days, newest first. `place` is the network address without its last
 * part; `times` is how many there were within the hour.
 */
export const signInsAnswer = z.object({
  signIns: z.array(
    z.object({
      at: instant,
      device: z.string(),
      place: z.string(),
      times: z.int(),
      failed: z.boolean(),
      /** By what they signed in, or tried to; 'code' is a code after the password. */
      how: z.enum(signInWays),
    }),
  ),
})
export type SignInsAnswer = z.infer<typeof signInsAnswer>
