import { markedIn, mostAttached, storedAt } from './embedded-streams.ts'
import { unpack } from './unpack.ts'

/** Why no verification file could be read from a PDF. */
export type Unattached = 'none' | 'several' | 'many' | 'too large' | 'encrypted' | 'damaged'

/**
 * Reads the verification file that is attached to the PDF of an evidence pack, of at most so many bytes, without loading the PDF
 * as a whole. No library for PDFs limits what a stream unpacks to, and the smallest is many times the size of this page.
 */
export async function attachedFile(pdf: Blob, most: number): Promise<{ text: string } | { unread: Unattached }> {
  const { marks, isEncrypted } = await markedIn(pdf)
  if (marks.length > mostAttached) return { unread: 'many' }
  // A PDF that was saved again may contain the same file twice.
  const ours = new Set<string>()
  const faults: Unattached[] = isEncrypted ? ['encrypted'] : []
  for (const mark of marks) {
    const read = await readAt(pdf, mark, most)
    if (typeof read !== 'object') faults.push(...(read ? [read] : []))
    else if (read.text.includes('"fettle-evidence"')) ours.add(read.text)
    // Twenty of the largest would be half a gigabyte.
    if (ours.size > 1) return { unread: 'several' }
  }
  const [text] = ours
  return text === undefined ? { unread: faults[0] ?? 'none' } : { text }
}

/** The text of an attached file of JSON; undefined if it is another kind of file. */
async function readAt(
  pdf: Blob,
  mark: number,
  most: number,
): Promise<{ text: string } | 'too large' | 'damaged' | undefined> {
  const stored = await storedAt(pdf, mark, most)
  if (stored === 'cut off') return 'damaged'
  if (typeof stored !== 'object') return stored
  if (!stored.isPacked) return stored.ends[0] && isJson(stored.ends[0]) ? { text: textOf([stored.ends[0]]) } : undefined
  let isOther = false
  const isOurs = (begin: Uint8Array) => {
    isOther = !isJson(begin)
    return !isOther
  }
  for (const packed of stored.ends) {
    const pieces = await unpack(packed, most, isOurs)
    if (pieces === 'too large') return pieces
    if (pieces) return { text: textOf(pieces) }
    if (isOther) return undefined
  }
  return 'damaged'
}

const isJson = (begin: Uint8Array) => /^\s*\{/.test(new TextDecoder().decode(begin.subarray(0, 64)))

function textOf(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder()
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
}
