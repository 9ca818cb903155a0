import * as z from 'zod/mini'
import { text } from '#core/model/values.ts'

/** POST /api/auth/email: needs the current password. The new email counts once its mailed link is used. */
export const emailChange = z.strictObject({ email: text(254), currentPassword: text(1024) })

/** POST /api/auth/confirm-email and /api/auth/undo-email: uses up a mailed link. `token` is the secret in it. */
export const emailLink = z.strictObject({ token: text(200) })

/** The email that is confirmed by now. */
export const confirmedEmail = z.object({ email: z.string() })
export type ConfirmedEmail = z.infer<typeof confirmedEmail>

/** The email that is back, and the token of a link that sets a new password. */
export const undoneEmail = z.object({ email: z.string(), token: z.string() })
export type UndoneEmail = z.infer<typeof undoneEmail>
