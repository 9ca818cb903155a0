/** How many attached files are looked at. An evidence pack has one. */
export const mostAttached = 20
/** How much of the file is read at once, in bytes. */
const step = 2 ** 22
/** A marker may lie across the end of what is read at once. */
const overlap = 32
/** How far the dictionary of an attached file reaches from its marker, in bytes. */
const around = 4096

/** Where the attached files are marked, in bytes, and whether the PDF says that it is encrypted. */
export type Marked = { marks: number[]; isEncrypted: boolean }

/**
 * Finds the attached files of a PDF by the marks in their dictionaries, which stand as text in any PDF that is not encrypted,
 * however its tables of contents are packed, or broken. One more than {@link mostAttached} ends the search.
 */
export async function markedIn(pdf: Blob): Promise<Marked> {
  const found: Marked = { marks: [], isEncrypted: false }
  for (let from = 0; from < pdf.size && found.marks.length <= mostAttached; from += step) {
    const text = await letters(pdf.slice(from, from + step + overlap))
    found.isEncrypted ||= /\/Encrypt(?=[\s<])/.test(text)
    for (const { index } of text.matchAll(/\/EmbeddedFile(?=[\s\0/<>[\](){}%])/g))
      if (index < step) found.marks.push(from + index)
  }
  return found
}

/** The bytes of an attached file as they are stored, and whether they are packed (zlib). */
export type Stored = { isPacked: boolean; ends: Uint8Array<ArrayBuffer>[] }

/**
 * Reads the attached file that is marked here, if it has at most so many bytes. Undefined if the mark is not of one, or if it is
 * packed in a way that is not ours. Where its length is not told there may be one or two line ends too many: `ends` has it with
 * fewer and fewer of them taken off.
 */
export async function storedAt(
  pdf: Blob,
  mark: number,
  most: number,
): Promise<Stored | 'too large' | 'cut off' | undefined> {
  const from = Math.max(0, mark - around)
  const text = await letters(pdf.slice(from, mark + around))
  const begin = text.lastIndexOf(' obj', mark - from)
  const dictionary = /^ obj.*?>>\s*stream\r?\n/s.exec(begin === -1 ? '' : text.slice(begin))?.[0]
  // Otherwise the mark is within the stream of another object.
  if (!dictionary || begin + dictionary.length <= mark - from) return undefined
  const isPacked = dictionary.includes('/Filter')
  if (isPacked && !/\/Filter\s*(?:\[\s*)?\/FlateDecode\s*(?:\]\s*)?(?=[/>])/.test(dictionary)) return undefined
  const start = from + begin + dictionary.length
  const told = Number(/\/Length\s+(\d{1,12})(?!\d*\s+\d+\s+R)/.exec(dictionary)?.[1] ?? Number.NaN)
  const isTold = /^\s{0,2}endstream/.test(await letters(pdf.slice(start + told, start + told + 11)))
  const end = isTold ? start + told : await endFrom(pdf, start, most)
  if (end === undefined) return start + most < pdf.size ? 'too large' : 'cut off'
  if (end - start > most) return 'too large'
  const bytes = new Uint8Array(await pdf.slice(start, end).arrayBuffer())
  const lineEnds = isTold ? 0 : (/[\r\n]{0,2}$/.exec(await letters(pdf.slice(end - 2, end)))?.[0].length ?? 0)
  return {
    isPacked,
    ends: [0, 1, 2].filter((nth) => nth <= lineEnds).map((nth) => bytes.subarray(0, bytes.length - nth)),
  }
}

async function endFrom(pdf: Blob, start: number, most: number): Promise<number | undefined> {
  for (let from = start; from < Math.min(pdf.size, start + most); from += step) {
    const at = (await letters(pdf.slice(from, from + step + overlap))).indexOf('endstream')
    if (at !== -1) return from + at
  }
  return undefined
}

/** One letter for each byte, whatever it is. */
const letters = async (bytes: Blob) => new TextDecoder('latin1').decode(await bytes.arrayBuffer())
