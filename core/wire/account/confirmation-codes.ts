/** A confirmation, or signing in itself, counts for so many minutes. */
export const confirmedMinutes = 10
/**
 * The codes of a 403 for a call that needs a confirmation first, by a code, a password or, with an identity provider, a new sign-in.
 * Apart from the schemas, as the first page of the browser needs them.
 */
export const codeNeeded = 'code-needed'
export const passwordNeeded = 'password-needed'
export const signInNeeded = 'sign-in-needed'
/** The code of a 403 for a person who has to set up a second factor before anything else, as their company requires it. */
export const secondFactorNeeded = 'second-factor-needed'
