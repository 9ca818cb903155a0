/**
 * The codes with which a session ends because its person has no place here any more: they were removed, closed their account, or their
 * company was closed and erased. Apart from the schemas, as the first page of the browser needs them.
 */
export const goneCodes = ['account-removed', 'account-closed', 'account-erased'] as const
export type GoneCode = (typeof goneCodes)[number]

/** How many people a device may ask about at once. */
export const mostAskedAbout = 20
