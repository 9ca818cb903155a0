import { unpack } from './unpack.ts'

/** How many attached files of JSON are read. An evidence pack has one. */
export const mostAttached = 20
/** How many packed streams of a PDF are looked into. Most pages have one or two. */
const mostLookedInto = 10_000
/** How much of the file is read at once, in bytes. */
const step = 2 ** 22
/** How much of a stream is looked at to tell what it is, in bytes. */
const beginning = 512
/** A stream may begin at the end of what is read at once. */
const overlap = beginning + 32
/** How far a stream's dictionary reaches before it, in bytes. */
const before = 4096

/** A stream that may be an attached file of JSON: where its bytes begin, and whether they are packed (zlib). */
export type Begun = { start: number; isPacked: boolean }

/** What a PDF has, as far as it was searched; whether it says that it is encrypted, and whether it has too many streams to search all. */
export type Searched = { begun: Begun[]; isEncrypted: boolean; hasTooMany: boolean }

/**
 * Finds the streams of a PDF that may be attached files of JSON by what they contain, for nothing else is sure to tell: a dictionary need
 * not say that a stream is one, names can be written in many ways, and tables of contents may be packed, or broken. Files that are packed
 * otherwise than with zlib are not found. One more than {@link mostAttached} ends the search.
 */
export async function filesIn(pdf: Blob, most = mostLookedInto): Promise<Searched> {
  const found: Searched = { begun: [], isEncrypted: false, hasTooMany: false }
  let lookedInto = 0
  for (let from = 0; from < pdf.size; from += step) {
    const bytes = new Uint8Array(await pdf.slice(from, from + step + overlap).arrayBuffer())
    const text = letters(bytes)
    found.isEncrypted ||= /\/Encrypt(?=[\s<])/.test(text)
    for (const { 0: keyword, 1: end, index } of text.matchAll(/(end)?stream[ \t]{0,8}(?:\r\n?|\n)/g)) {
      if (end || index >= step) continue
      const begin = bytes.subarray(index + keyword.length, index + keyword.length + beginning)
      const isPacked = isZlib(begin)
      if (isPacked) lookedInto += 1
      if (lookedInto > most) return { ...found, hasTooMany: true }
      if (isPacked ? await mayUnpackToJson(begin) : mayBeJson(begin))
        found.begun.push({ start: from + index + keyword.length, isPacked })
      if (found.begun.length > mostAttached) return found
    }
  }
  return found
}

/** Whether bytes that begin like this may be a file of JSON, whose first letter is a brace. Functions for colours begin with one as well. */
export const mayBeJson = (begin: Uint8Array): boolean =>
  /^\s*(?:\{\s*(?:["}]|$)|$)/.test(new TextDecoder().decode(begin.subarray(0, 64)))

/** Also true if nothing comes of the beginning, as it may hold nothing but empty blocks. */
async function mayUnpackToJson(begin: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const end = letters(begin).indexOf('endstream')
  // No verification file is this short, packed or not.
  if (end !== -1 && end < shortest) return false
  // Without the line end and the checksum: what comes after it would be an error before anything is unpacked.
  const packed = end === -1 ? begin : begin.subarray(0, end - 6)
  let mayBe = true
  await unpack(packed, 0, (unpacked) => {
    mayBe = mayBeJson(unpacked)
    return false
  })
  return mayBe
}
const shortest = 32

/** Whether bytes begin with the two of zlib. */
const isZlib = ([method = 0, flags = 0]: Uint8Array) => method % 16 === 8 && (method * 256 + flags) % 31 === 0

/**
 * Reads a stream of at most so many bytes. Where its length is not told there may be one or two line ends too many: the stream is given
 * with fewer and fewer of them.
 */
export async function storedAt(
  pdf: Blob,
  start: number,
  most: number,
): Promise<Uint8Array<ArrayBuffer>[] | 'too large' | 'cut off'> {
  const told = await toldEnd(pdf, start)
  const end = told ?? (await endFrom(pdf, start, most))
  if (end === undefined) return start + most < pdf.size ? 'too large' : 'cut off'
  if (end - start > most) return 'too large'
  const bytes = new Uint8Array(await pdf.slice(start, end).arrayBuffer())
  const lineEnds = told === undefined ? lineEndsOf(bytes) : 0
  return [0, 1, 2].filter((nth) => nth <= lineEnds).map((nth) => bytes.subarray(0, bytes.length - nth))
}

/** Where a stream ends by the length in its dictionary; undefined if it does not end there. */
async function toldEnd(pdf: Blob, start: number): Promise<number | undefined> {
  const text = await lettersIn(pdf, Math.max(0, start - before), start)
  const length = /\/Length\s{1,16}(\d{1,12})(?!\d|\s{1,16}\d{1,12}\s{1,16}R)/.exec(
    text.slice(text.lastIndexOf('obj') + 1),
  )
  if (!length) return undefined
  const end = start + Number(length[1])
  return /^\s{0,2}endstream/.test(await lettersIn(pdf, end, end + 11)) ? end : undefined
}

async function endFrom(pdf: Blob, start: number, most: number): Promise<number | undefined> {
  for (let from = start; from < Math.min(pdf.size, start + most); from += step) {
    const at = (await lettersIn(pdf, from, from + step + overlap)).indexOf('endstream')
    if (at !== -1) return from + at
  }
  return undefined
}

const lineEndsOf = (bytes: Uint8Array) => /[\r\n]{0,2}$/.exec(letters(bytes.subarray(-2)))?.[0].length ?? 0

/** One letter for each byte, whatever it is. */
const letters = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
const lettersIn = async (pdf: Blob, from: number, to: number) =>
  letters(new Uint8Array(await pdf.slice(from, to).arrayBuffer()))
