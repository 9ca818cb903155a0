import readExif from 'exif-reader'

/** Cameras that were never told the time begin to count long before anybody took a photo with them. */
const firstYear = 1990
/** As far as clocks are from UTC anywhere. */
const offset = /^[+-](0\d|1[0-4]):[0-5]\d$/

/**
 * When a photo says that it was taken: what the camera's clock showed, and how far that was from UTC where it knows. Undefined
 * where it says nothing that makes sense.
 */
export function takenAt(exif: Buffer): string | undefined {
  const photo = photoOf(exif)
  const at = photo?.DateTimeOriginal ?? photo?.DateTimeDigitized
  // The reader takes what the clock showed for UTC.
  if (!(at instanceof Date) || !(at.getUTCFullYear() >= firstYear && at.getUTCFullYear() < 10_000)) return undefined
  const ahead = photo?.OffsetTimeOriginal ?? photo?.OffsetTimeDigitized
  return `${at.toISOString().slice(0, 19)}${typeof ahead === 'string' && offset.test(ahead) ? ahead : ''}`
}

/** EXIF is foreign data, and often broken: a photo is not refused for it. */
function photoOf(exif: Buffer) {
  try {
    return readExif(exif).Photo
  } catch {
    return undefined
  }
}
