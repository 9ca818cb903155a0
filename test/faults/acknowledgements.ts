import { open } from 'node:fs/promises'
import type { Acknowledged } from './acknowledged-commands.ts'

/** What the product has acknowledged, in a file outside it that is on the disk before the next command is given. */
export async function openAcknowledgements(path: string) {
  const file = await open(path, 'a+')
  return {
    async add(one: Acknowledged) {
      await file.write(`${JSON.stringify(one)}\n`)
      await file.datasync()
    },
    /** All of them, read from the file. */
    async all(): Promise<Acknowledged[]> {
      const { size } = await file.stat()
      const { buffer } = await file.read(Buffer.alloc(size), 0, size, 0)
      return buffer
        .toString()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },
    close: () => file.close(),
  }
}
