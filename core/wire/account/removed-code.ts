/** The code with which a session ends because its person's account was removed. */
export const removedCode = 'account-removed'
