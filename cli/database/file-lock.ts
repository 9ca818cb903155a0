import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export type FileLock = { release(): void }

/**
 * Takes a lock that the operating system releases when this process dies, however it dies, so no lock is ever stale.
 * Node has no file locks; SQLite's work on every system. The file stays empty. Undefined if another process holds it.
 */
export function tryLock(path: string, kind: 'exclusive' | 'shared'): FileLock | undefined {
  const file = new DatabaseSync(path)
  try {
    file.exec(kind === 'exclusive' ? 'begin exclusive' : 'begin; select count(*) from sqlite_schema')
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined
    throw error
  }
}

/** Waits for the lock while another process holds it. */
export async function lock(path: string, kind: 'exclusive' | 'shared'): Promise<FileLock> {
  for (;;) {
    const held = tryLock(path, kind)
    if (held) return held
    await sleep(100)
  }
}

const busy = 5 // SQLITE_BUSY
