import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { readDiskSpace } from '#ledger/database/disk-space.ts'

/** In bytes: PostgreSQL needs a few for its lock file, and up to two segments of its log to recover. */
const size = 32 * 1024 * 1024
const block = 1024 * 1024

const fileIn = (folder: string) => path.join(folder, 'spare')

/**
 * Deletes the spare file if the disk is full, so that PostgreSQL can start and people can read. The reserve alone does not ensure that:
 * other programs may fill the disk too.
 */
export async function releaseSpare(folder: string): Promise<void> {
  if ((await readDiskSpace(folder)).free < size) await rm(fileIn(folder), { force: true })
}

/** Writes the spare file if there is none and more than the reserve is free. Of random bytes, which no file system compresses. */
export async function keepSpare(folder: string): Promise<void> {
  const exists = await stat(fileIn(folder)).then(
    (found) => found.size >= size,
    () => false,
  )
  const { free, reserve } = await readDiskSpace(folder)
  if (exists || free < reserve + size) return
  const file = await open(fileIn(folder), 'w', 0o600)
  try {
    const bytes = randomBytes(block)
    for (let written = 0; written < size; written += block) await file.write(bytes)
  } finally {
    await file.close()
  }
}
