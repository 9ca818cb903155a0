import type { SessionUser } from '#core/wire/account/session.ts'
import { hasTexts, keepHere, keptHere } from './kept-here.ts'

const key = 'fettle.user'

/**
 * The person who last signed in on this device and has not signed out, so that Fettle opens without a network. It grants
 * nothing: every request still needs a token.
 */
export function rememberedUser(): SessionUser | undefined {
  const user = keptHere(key)
  return isUser(user) ? user : undefined
}

/** Remembers who is signed in; nobody once they have signed out. */
export const rememberUser = (user: SessionUser | undefined) => keepHere(key, user)

const fields = ['userId', 'username', 'email', 'userRole', 'companyId']
const isUser = (value: unknown): value is SessionUser => hasTexts(value, fields)
