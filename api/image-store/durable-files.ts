import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'

/**
 * The library's local disk, made durable: a file is written completely and flushed, or does not exist. The library itself
 * writes in place and leaves the flush to the system.
 */
export class DurableFiles extends FSDriver {
  override async put(key: string, contents: string | Uint8Array) {
    const file = join(String(this.options.location), key)
    const folder = dirname(file)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = `${file}.${randomUUID()}`
    try {
      await synced(draft, 'wx', (handle) => handle.writeFile(contents))
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await synced(folder, 'r')
  }
}

type Handle = Awaited<ReturnType<typeof open>>

async function synced(path: string, flags: string, work?: (handle: Handle) => Promise<void>) {
  const handle = await open(path, flags, 0o600)
  try {
    await work?.(handle)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
