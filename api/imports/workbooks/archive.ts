import { type Entry, fromBufferPromise } from 'yauzl'
import { faults, WorkbookFault, type WorkbookLimits } from './workbook.ts'

/** The parts of a workbook's archive. Names are compared without case, as spreadsheet programs do. */
export type Archive = {
  has(name: string): boolean
  /** Whether a part's name fulfils a condition; names are in lower case. */
  some(is: (name: string) => boolean): boolean
  /** A part, unpacked piece by piece. Throws {@link WorkbookFault} if there is none, or all parts come to too much. */
  read(name: string): AsyncGenerator<Uint8Array>
}

/** Opens an archive by its directory. Nothing is unpacked until a part is read, and nothing is written anywhere. */
export async function openArchive(bytes: Uint8Array, limits: WorkbookLimits): Promise<Archive> {
  const { zip, entries } = await readDirectory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits)
  let unpacked = 0
  return {
    has: (name) => entries.has(name.toLowerCase()),
    some: (is) => [...entries.keys()].some(is),
    async *read(name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw new WorkbookFault(faults.damaged)
      if (entry.isEncrypted()) throw new WorkbookFault(faults.password)
      try {
        const pieces: AsyncIterable<Uint8Array> = await zip.openReadStreamPromise(entry)
        for await (const piece of pieces) {
          // Counted as it comes: the size in the directory is whatever its writer says.
          unpacked += piece.length
          if (unpacked > limits.unpacked) throw new WorkbookFault(faults.tooLarge)
          yield piece
        }
      } catch (error) {
        throw asFault(error)
      }
    },
  }
}

async function readDirectory(bytes: Buffer, limits: WorkbookLimits) {
  const entries = new Map<string, Entry>()
  try {
    const zip = await fromBufferPromise(bytes)
    if (zip.entryCount > limits.entries) throw new WorkbookFault(faults.tooLarge)
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase()
      // Programs differ in which of two parts of one name they show.
      if (entries.has(name)) throw new WorkbookFault(faults.damaged)
      entries.set(name, entry)
    }
    return { zip, entries }
  } catch (error) {
    throw asFault(error)
  }
}

/** Whatever an archive cannot be read for is its writer's fault: its bytes are in memory. */
const asFault = (error: unknown) =>
  error instanceof WorkbookFault ? error : new WorkbookFault(faults.damaged, { cause: error })
