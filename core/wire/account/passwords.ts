import * as z from 'zod/mini'
import { roles } from '#core/model/messages.ts'
import { id, instant, text } from '#core/model/values.ts'

const password = text(1024)
const email = text(254)
const username = text(100)
const role = z.enum(['admin', 'team'])
/** What a link carries: 256 random bits, or what they were derived to. */
const token = text(200)

/** How people sign in here: by passwords of ours, or by an outside identity provider alone. */
export const signInMethods = z.object({ password: z.boolean(), external: z.boolean() })
export type SignInMethods = z.infer<typeof signInMethods>

/** POST /api/auth/password: for who knows the present one. The other sessions end. */
export const passwordChange = z.strictObject({ currentPassword: password, newPassword: password })
/** POST /api/auth/forgot: answered alike whether or not the email has an account. */
export const forgotten = z.strictObject({ email })
/** POST /api/auth/password-link: whom a link is for; the link stays good. */
export const passwordLink = z.strictObject({ token })
export const passwordLinkAnswer = z.object({
  purpose: z.enum(['invitation', 'reset']),
  username: z.string(),
  email: z.string(),
  businessName: z.string(),
})
export type PasswordLinkAnswer = z.infer<typeof passwordLinkAnswer>
/** POST /api/auth/accept-invitation and /api/auth/reset: the link is used up, and its person is signed in. */
export const passwordByLink = z.strictObject({ token, password })

/** GET /api/auth/sessions: where somebody is signed in, last used first. `place` is the network address. */
export const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({
      sessionId: z.uuid(),
      device: z.string(),
      place: z.string(),
      createdAt: instant,
      lastUsedAt: instant,
      current: z.boolean(),
    }),
  ),
})
export type SessionsAnswer = z.infer<typeof sessionsAnswer>

/** POST /api/addTeamMember */
export const addTeamMemberRequest = z.strictObject({ username, email, role, companyId: z.string() })
/** A link that sets a password, where no mail can be sent: shown once, to be passed on by hand. */
export const invitationAnswer = z.object({ userId: id, link: z.optional(z.string()), expiresAt: instant })
export type InvitationAnswer = z.infer<typeof invitationAnswer>

/** PUT /api/users/{id} */
export const changeUserRequest = z.strictObject({ role })

/** POST /api/claims/setCustomClaims */
export const customClaimsRequest = z.strictObject({
  uid: z.string(),
  userRole: z.enum(roles),
  username,
  companyId: z.string(),
})
