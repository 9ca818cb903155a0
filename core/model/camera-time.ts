/** A camera whose clock was never set starts long before its first photo. */
const firstYear = 1990
/** The largest offset from UTC anywhere is 14 hours. */
const offset = /^[+-](0\d|1[0-4]):[0-5]\d$/
const time = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/

/** Tags of EXIF: where the photo's own entries are, and its times. */
const tags = { photo: 0x8769, original: 0x9003, digitized: 0x9004, originalOffset: 0x9011, digitizedOffset: 0x9012 }

/**
 * When a photo was taken, from its EXIF: the camera's local time, with its offset from UTC if the camera recorded one. Undefined
 * if there is no plausible time: EXIF is often broken, and that is no reason to refuse a photo.
 */
export function takenAt(exif: Uint8Array): string | undefined {
  const entries = photoEntries(exif)
  if (!entries) return undefined
  const at = entries.text(tags.original) ?? entries.text(tags.digitized)
  const [, year = '', month, day, clock] = time.exec(at ?? '') ?? []
  const local = `${year}-${month}-${day}T${clock}`
  if (!(Number(year) >= firstYear) || !isTime(local)) return undefined
  const ahead = entries.text(tags.originalOffset) ?? entries.text(tags.digitizedOffset)
  return `${local}${ahead && offset.test(ahead) ? ahead : ''}`
}

/** Whether it is a day of the calendar and a time of the clock. */
function isTime(local: string): boolean {
  const at = new Date(`${local}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local)
}

/** The entries about the photo itself; undefined if it is not readable as EXIF, which is laid out like a TIFF file. */
function photoEntries(exif: Uint8Array) {
  const start = latin(exif, 0, 6) === 'Exif\0\0' ? 6 : 0
  const tiff = exif.subarray(start)
  const order = latin(tiff, 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = order === 'II'
  if (view.getUint16(2, little) !== 42) return undefined
  const photo = entryOf(view, view.getUint32(4, little), tags.photo, little)
  if (photo === undefined) return undefined
  const directory = view.getUint32(photo + 8, little)
  return {
    text(tag: number): string | undefined {
      const entry = entryOf(view, directory, tag, little)
      if (entry === undefined || view.getUint16(entry + 2, little) !== asText) return undefined
      const length = view.getUint32(entry + 4, little)
      const from = length <= 4 ? entry + 8 : view.getUint32(entry + 8, little)
      return latin(tiff, from, length).replace(/\0.*/s, '')
    },
  }
}

/** The type of an entry whose value is text. */
const asText = 2
/** In bytes. */
const entryLength = 12
/** No text that is read here is longer. */
const longest = 64

/** Where a directory has the entry of a tag. */
function entryOf(view: DataView, directory: number, tag: number, little: boolean): number | undefined {
  if (directory + 2 > view.byteLength) return undefined
  const count = view.getUint16(directory, little)
  for (let nth = 0; nth < count; nth += 1) {
    const entry = directory + 2 + nth * entryLength
    if (entry + entryLength > view.byteLength) return undefined
    if (view.getUint16(entry, little) === tag) return entry
  }
  return undefined
}

const latin = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + Math.min(length, longest)))
