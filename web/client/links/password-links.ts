import type { PasswordLinkAnswer } from '#core/wire/account/passwords.ts'
import { paths } from '#core/wire/paths.ts'
import { CallFailure, request } from '#web/client/request.ts'
import { enterBy } from '#web/client/session.ts'

/** Who a link is for. Throws {@link CallFailure} if it has expired. */
export const passwordLink = (token: string) => request<PasswordLinkAnswer>(paths.passwordLink, { body: { token } })

/** Sets the password of the link's owner and signs them in; returns the failure, if any. */
export const setPassword = (purpose: 'invitation' | 'reset', token: string, password: string) =>
  enterBy(purpose === 'invitation' ? paths.acceptInvitation : paths.reset, { token, password })

/** Requests a reset link by email; returns the failure, if any. */
export async function askForReset(email: string): Promise<CallFailure | undefined> {
  try {
    await request(paths.forgot, { body: { email } })
    return undefined
  } catch (error) {
    if (error instanceof CallFailure) return error
    throw error
  }
}
