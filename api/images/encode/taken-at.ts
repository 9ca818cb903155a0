import readExif from 'exif-reader'

/** A camera whose clock was never set starts long before its first photo. */
const firstYear = 1990
/** The largest offset from UTC anywhere, in minutes. */
const offset = /^[+-](0\d|1[0-4]):[0-5]\d$/

/**
 * When a photo was taken: the camera's local time, with its offset from UTC if the camera recorded one. Undefined if the photo
 * has no plausible time.
 */
export function takenAt(exif: Buffer): string | undefined {
  const photo = photoOf(exif)
  const at = photo?.DateTimeOriginal ?? photo?.DateTimeDigitized
  // The library reads the local time as UTC.
  if (!(at instanceof Date) || !(at.getUTCFullYear() >= firstYear && at.getUTCFullYear() < 10_000)) return undefined
  const ahead = photo?.OffsetTimeOriginal ?? photo?.OffsetTimeDigitized
  return `${at.toISOString().slice(0, 19)}${typeof ahead === 'string' && offset.test(ahead) ? ahead : ''}`
}

/** EXIF is untrusted and often broken; that is no reason to refuse a photo. */
function photoOf(exif: Buffer) {
  try {
    return readExif(exif).Photo
  } catch {
    return undefined
  }
}
