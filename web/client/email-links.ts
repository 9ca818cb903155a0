import type { ConfirmedEmail } from '#core/wire/account/emails.ts'
import { paths } from '#core/wire/paths.ts'
import { request } from './request.ts'

/** Confirms an email by its mailed link. Throws {@link CallFailure} if that has expired. */
export const confirmEmail = (token: string) => request<ConfirmedEmail>(paths.confirmEmail, { body: { token } })
