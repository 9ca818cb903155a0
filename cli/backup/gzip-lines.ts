import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** A packed file of lines, read from its start to its end. */
export type Lines = {
  /** The next line, without its end; undefined after the last one. */
  line(): Promise<string | undefined>
  /** The lines up to the mark that ends the rows of a COPY, many at a time, and steps over the mark. */
  rows(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export function openLines(file: string): Lines {
  const pieces = wholeLines(file)
  let piece: Buffer = Buffer.alloc(0)
  const hasMore = async () => {
    while (piece.length === 0) {
      const next = await pieces.next()
      if (next.done) return false
      piece = next.value
    }
    return true
  }
  const take = (length: number) => {
    const taken = piece.subarray(0, length)
    piece = piece.subarray(length)
    return taken
  }
  return {
    async line() {
      if (!(await hasMore())) return undefined
      return take(piece.indexOf(newline) + 1)
        .toString()
        .slice(0, -1)
    },
    async *rows() {
      while (await hasMore()) {
        const end = endOfRows(piece)
        yield take(end ?? piece.length)
        if (end === undefined) continue
        take(endMark.length)
        return
      }
      throw new NotWhole(`${file} is not whole.`)
    },
    async close() {
      await pieces.return(undefined)
    },
  }
}

/** The file is no backup, or not all of one. */
export class NotWhole extends Error {
  override name = 'NotWhole'
}

const newline = 0x0a
const endMark = '\\.\n'

/** Where the mark stands, alone in its line. COPY writes a backslash of a value as two, so no row looks like it. */
function endOfRows(lines: Buffer): number | undefined {
  if (lines.toString('latin1', 0, endMark.length) === endMark) return 0
  const found = lines.indexOf(`\n${endMark}`)
  return found < 0 ? undefined : found + 1
}

/** The file unpacked, in pieces that end with a line. Throws for one that was cut off or damaged. */
async function* wholeLines(file: string): AsyncGenerator<Buffer, undefined> {
  const parts: Buffer[] = []
  const unpacked = createGunzip()
  const reading = pipeline(createReadStream(file), unpacked)
  // What fails while nobody waits for the next piece is told with the next one.
  reading.catch(() => undefined)
  try {
    for await (const chunk of unpacked) {
      const end = chunk.lastIndexOf(newline) + 1
      parts.push(chunk.subarray(0, end))
      if (end > 0) yield Buffer.concat(parts.splice(0))
      parts.push(chunk.subarray(end))
    }
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isDamaged ? new NotWhole(`${file} is not whole: ${error.message}.`) : error
  }
  if (parts.some((part) => part.length > 0)) throw new NotWhole(`${file} is not whole.`)
}
