/** The most pixels of a logo as it is kept: enough for the corner of a printed page. */
export const logoSize = { width: 600, height: 240 } as const
/** The fewest pixels of each side, once it is made small enough: a thinner line says nothing on paper. */
export const thinnestLogo = 12
/** The largest file that is taken for a logo, in bytes. */
export const logoFileSize = 5 * 1024 * 1024
