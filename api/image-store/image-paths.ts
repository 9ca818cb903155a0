/**
 * An image's `src` in the ledger: its company and the SHA-256 of its display size, in hexadecimal. It is served from
 * `/assets` + src.
 */
export const srcOf = (companyId: string, digest: string) => `/${companyId}/${digest}.webp`

const wellFormed = /^\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{64}(?:-thumbnail)?\.webp$/

/** Whether a path could belong to an image. */
export const isImagePath = (path: string) => wellFormed.test(path)

/** An attached file's `src` in the ledger: its company and the SHA-256 of its bytes. No address leads to it: it is downloaded by its id. */
export const srcOfFile = (companyId: string, digest: string) => `/${companyId}/${digest}.file`

/** Whether a path could belong to an attached file. */
export const isFilePath = (path: string) =>
  /^\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{64}\.file$/.test(path)

/** The path of an image's thumbnail, derived from its own. */
export const thumbnailOf = (src: string) => src.replace(/\.webp$/, '-thumbnail.webp')

/** The key of an image's file in the store. */
export const keyOf = (path: string) => path.slice(1)
