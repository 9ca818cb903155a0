import { isImagePath } from '#api/image-store/image-paths.ts'

/** The SHA-256 of a photo's file, taken from its name. Undefined for an address that is not one of our files. */
export const digestIn = (src: string) => (isImagePath(src) ? /([0-9a-f]{64})\.webp$/.exec(src)?.[1] : undefined)
