import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export type FileLock = { release(): void }

/**
 * Takes a lock that the operating system drops with this process, however it dies, so that no lock is ever stale.
 * Node has no file locks of its own; those of SQLite are exactly that, on every system. The file stays empty.
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
    const taken = tryLock(path, kind)
    if (taken) return taken
    await sleep(100)
  }
}

const busy = 5 // SQLITE_BUSY
