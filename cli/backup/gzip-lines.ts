import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** A gzipped text file, read from start to end. */
export type GzipLines = {
  /** The next line, without its line break; undefined after the last one. */
  line(): Promise<string | undefined>
  /** The lines up to the marker that ends the rows of a COPY, many at a time; skips the marker. Throws if there is none. */
  rows(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export function openGzipLines(file: string): GzipLines {
  const chunks = wholeLines(file)
  let chunk: Buffer = Buffer.alloc(0)
  const hasMore = async () => {
    while (chunk.length === 0) {
      const next = await chunks.next()
      if (next.done) return false
      chunk = next.value
    }
    return true
  }
  const take = (length: number) => {
    const start = chunk.subarray(0, length)
    chunk = chunk.subarray(length)
    return start
  }
  return {
    async line() {
      if (!(await hasMore())) return undefined
      return take(chunk.indexOf(newline) + 1)
        .toString()
        .slice(0, -1)
    },
    async *rows() {
      while (await hasMore()) {
        const end = endOfRows(chunk)
        yield take(end ?? chunk.length)
        if (end === undefined) continue
        take(endMarker.length)
        return
      }
      throw new InvalidBackup(`${file} is incomplete.`)
    },
    async close() {
      await chunks.return(undefined)
    },
  }
}

/** The file is not a backup, or an incomplete one. */
export class InvalidBackup extends Error {
  override name = 'InvalidBackup'
}

const newline = 0x0a
const endMarker = '\\.\n'

/** The position of the marker, alone on its line. COPY doubles the backslashes of values, so no row looks like it. */
function endOfRows(lines: Buffer): number | undefined {
  if (lines.toString('latin1', 0, endMarker.length) === endMarker) return 0
  const found = lines.indexOf(`\n${endMarker}`)
  return found < 0 ? undefined : found + 1
}

/** The decompressed file, in chunks that end with a line. Throws if the file was cut off or damaged. */
async function* wholeLines(file: string): AsyncGenerator<Buffer, undefined> {
  const parts: Buffer[] = []
  const decompressed = createGunzip()
  const reading = pipeline(createReadStream(file), decompressed)
  // A failure between two reads is reported by the next read.
  reading.catch(() => undefined)
  try {
    for await (const chunk of decompressed) {
      const end = chunk.lastIndexOf(newline) + 1
      parts.push(chunk.subarray(0, end))
      if (end > 0) yield Buffer.concat(parts.splice(0))
      parts.push(chunk.subarray(end))
    }
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isDamaged ? new InvalidBackup(`${file} is incomplete: ${error.message}.`) : error
  }
  if (parts.some((part) => part.length > 0)) throw new InvalidBackup(`${file} is incomplete.`)
}
