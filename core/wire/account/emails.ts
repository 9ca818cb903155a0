import * as z from 'zod/mini'
import { text } from '#core/model/values.ts'

/** POST /api/auth/confirm-email: uses up a mailed link. `token` is the secret in it. */
export const emailLink = z.strictObject({ token: text(200) })

/** The email that is confirmed by now. */
export const confirmedEmail = z.object({ email: z.string() })
export type ConfirmedEmail = z.infer<typeof confirmedEmail>
