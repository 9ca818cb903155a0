import type { PasswordLinkAnswer } from '#core/wire/account/passwords.ts'
import { paths } from '#core/wire/paths.ts'
import { CallFailure, request } from './request.ts'
import { enterBy } from './session.ts'

/** Whom a link is for. Throws {@link CallFailure} for one that is over. */
export const passwordLink = (token: string) => request<PasswordLinkAnswer>(paths.passwordLink, { body: { token } })

/** Sets the password of a link's person, who is signed in by it; answers the failure. */
export const setPassword = (purpose: 'invitation' | 'reset', token: string, password: string) =>
  enterBy(purpose === 'invitation' ? paths.acceptInvitation : paths.reset, { token, password })

/** Asks for a link by mail; answers the failure. */
export async function askForReset(email: string): Promise<CallFailure | undefined> {
  try {
    await request(paths.forgot, { body: { email } })
    return undefined
  } catch (error) {
    if (error instanceof CallFailure) return error
    throw error
  }
}
