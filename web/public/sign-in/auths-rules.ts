import type { Registration } from '#core/wire/account/session.ts'
import type { CallFailure } from '#web/client/request.ts'

export type Entrance = 'sign-in' | 'register'
/** The query parameter that chooses between signing in and registering. */
export const entranceParameter = 'entrance'
export type Typed = Registration
type Name = keyof Typed

/** An error: the text for the box, the texts below the fields, and the field to focus. */
export type FormError = { title?: string; text: string; fields: Partial<Record<Name, string>>; focus: Name }

type FieldLook = { name: Name; label: string; type?: string; hint?: string; autoComplete: string }

const email: FieldLook = { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }
const password = { name: 'password', label: 'Password', type: 'password' } as const

/** The fields of each form, in order. */
export const fields: Record<Entrance, readonly FieldLook[]> = {
  'sign-in': [email, { ...password, autoComplete: 'current-password' }],
  register: [
    { name: 'businessName', label: 'Business name', autoComplete: 'organization' },
    {
      name: 'username',
      label: 'Username',
      autoComplete: 'nickname',
      hint: 'Your colleagues see it next to everything you do.',
    },
    email,
    { ...password, autoComplete: 'new-password', hint: 'At least 6 characters, and not a common password.' },
  ],
}

const missing: Record<Name, string> = {
  businessName: 'Enter your business name.',
  username: 'Enter your username.',
  email: 'Enter your email.',
  password: 'Enter your password.',
}
const shortestPassword = 6
const outOfReach = 'Fettle cannot be reached. Check your connection and try again.'
const tooShort = 'Password must be at least 6 characters long.'

/** Errors that need no request to the server. */
export function errorIn(entrance: Entrance, typed: Typed): FormError | undefined {
  const blank = fields[entrance].map(({ name }) => name).filter((name) => typed[name].trim() === '')
  const [first] = blank
  if (first) {
    const texts = Object.fromEntries(blank.map((name) => [name, missing[name]]))
    return { text: 'Please fill all required fields.', fields: texts, focus: first }
  }
  if (entrance === 'register' && typed.password.length < shortestPassword)
    return { text: tooShort, fields: { password: tooShort }, focus: 'password' }
  return undefined
}

/** The server's error, shown at the field it names, if any. */
export function serverError(entrance: Entrance, failure: CallFailure): FormError {
  const field = fields[entrance].find(({ name }) => name === failure.field)?.name
  if (field) return { text: failure.message, fields: { [field]: failure.message }, focus: field }
  const title = 'Authentication failed!'
  if (failure.code === 'unreachable') return { title, text: outOfReach, fields: {}, focus: 'password' }
  const text = failure.message.startsWith(title) ? failure.message.slice(title.length).trim() : failure.message
  return { title, text, fields: {}, focus: 'password' }
}
