/**
 * A picture's `src`, as the ledger has it: its company and the SHA-256 of its display size, in hexadecimal. It is shown from
 * `/assets` + src.
 */
export const srcOf = (companyId: string, digest: string) => `/${companyId}/${digest}.webp`

const wellFormed = /^\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{64}(?:-thumbnail)?\.webp$/

/** Whether a path is one of a picture that we may have. */
export const isImagePath = (path: string) => wellFormed.test(path)

/** The thumbnail that was made of a display size; it has its name from it. */
export const thumbnailOf = (src: string) => src.replace(/\.webp$/, '-thumbnail.webp')

/** The name under which a picture's file is kept. */
export const keyOf = (path: string) => path.slice(1)
