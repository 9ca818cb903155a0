import type { ConfirmedEmail, UndoneEmail } from '#core/wire/account/emails.ts'
import { paths } from '#core/wire/paths.ts'
import { request } from '#web/client/request.ts'

/** Confirms an email, or a change of it, by its mailed link. Throws {@link CallFailure} if that has expired. */
export const confirmEmail = (token: string) => request<ConfirmedEmail>(paths.confirmEmail, { body: { token } })

/** Takes a change of email back. The token in the answer sets a new password. Throws {@link CallFailure}. */
export const undoEmail = (token: string) => request<UndoneEmail>(paths.undoEmail, { body: { token } })
