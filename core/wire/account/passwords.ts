import * as z from 'zod/mini'
import { text } from '#core/model/values.ts'

const password = text(1024)
/** The secret in a link: 256 random bits, or a value derived from them. */
const token = text(200)

/** POST /api/auth/password: needs the current password, and ends the user's other sessions. */
export const passwordChange = z.strictObject({ currentPassword: password, newPassword: password })

/** POST /api/auth/forgot: the answer is the same whether or not the email has an account. */
export const forgottenPassword = z.strictObject({ email: text(254) })

/** POST /api/auth/password-link: tells whom a link is for without using it up. */
export const passwordLink = z.strictObject({ token })
export const passwordLinkAnswer = z.object({
  purpose: z.enum(['invitation', 'reset']),
  username: z.string(),
  email: z.string(),
  businessName: z.string(),
})
export type PasswordLinkAnswer = z.infer<typeof passwordLinkAnswer>

/** POST /api/auth/accept-invitation and /api/auth/reset: uses up the link and signs its person in. */
export const passwordByLink = z.strictObject({ token, password })
