import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const mebibyte = 1024 * 1024

/** A disk of its own for a test, in memory. */
export type SmallDisk = {
  folder: string
  /** Fills it until at most `left` MiB are free. */
  fill(left: number): Promise<void>
  /** Deletes what `fill` wrote. */
  clear(): Promise<void>
  remove(): Promise<void>
}

/** Mounts a disk of so many MiB; undefined where this user may not mount. */
export async function mountSmallDisk(size: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true })
    return undefined
  }
  const filler = path.join(folder, 'filler')
  return {
    folder,
    async fill(left) {
      await mkdir(filler, { recursive: true })
      const file = await open(path.join(filler, 'file'), 'a')
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder)
          const most = Math.min(mebibyte, bavail * bsize - left * mebibyte)
          if (most <= 0) return
          await file.write(Buffer.alloc(most, 1))
        }
      } finally {
        await file.close()
      }
    },
    clear: () => rm(filler, { recursive: true }),
    async remove() {
      spawnSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}
