/** A confirmation, or signing in itself, counts for so many minutes. */
export const confirmedMinutes = 10
/**
 * The codes of a 403 for a call that needs a confirmation first, by a code or a password. Apart from the schemas, as the first page
 * of the browser needs them.
 */
export const codeNeeded = 'code-needed'
export const passwordNeeded = 'password-needed'
