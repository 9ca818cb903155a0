import type { SessionUser } from '#core/wire/account/session.ts'

const key = 'fettle.user'

/**
 * The person who last signed in on this device and has not signed out, so that Fettle opens without a network. It grants
 * nothing: every request still needs a token.
 */
export function rememberedUser(): SessionUser | undefined {
  try {
    const user: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isUser(user) ? user : undefined
  } catch (error) {
    console.error('Who was signed in is not known', error)
    return undefined
  }
}

/** Remembers who is signed in; nobody once they have signed out. */
export function rememberUser(user: SessionUser | undefined) {
  try {
    if (user) localStorage.setItem(key, JSON.stringify(user))
    else localStorage.removeItem(key)
  } catch (error) {
    console.error('Who is signed in is not kept', error)
  }
}

const fields = ['userId', 'username', 'email', 'userRole', 'companyId'] as const
const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && fields.every((name) => typeof Reflect.get(value, name) === 'string')
