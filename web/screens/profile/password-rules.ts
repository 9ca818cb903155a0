export type Passwords = { currentPassword: string; newPassword: string; confirmation: string }
export type Field = keyof Passwords
/** An error and its field. */
export type FieldError = { field: Field; text: string }

const minLength = 6
const order: readonly Field[] = ['currentPassword', 'newPassword', 'confirmation']

/** The first error in a password change that can be found without the server. */
export function errorIn(typed: Passwords): FieldError | undefined {
  const blank = order.find((field) => typed[field] === '')
  if (blank) return { field: blank, text: 'Please fill all required fields.' }
  if (typed.newPassword !== typed.confirmation) return { field: 'confirmation', text: 'New passwords do not match.' }
  if ([...typed.newPassword.normalize('NFC')].length < minLength)
    return { field: 'newPassword', text: `Password must be at least ${minLength} characters long.` }
  return undefined
}
