import { type DiskSpace, readDiskSpace } from '#ledger/database/disk-space.ts'
import { watchDisks } from '#ledger/database/disk-watch.ts'

type Watched = {
  /** The folder of the database's files; undefined if it is not on this machine: nothing is held then. */
  databaseFolder: string | undefined
  /** In bytes; a part of the disk unless set. */
  reserve: number | undefined
  /** Called once until the disk can be read again. */
  onFault(error: unknown): void
  read?: typeof readDiskSpace
}

/** Watches the database's disk for replays, which write all rows a second time: they wait while it is nearly full. */
export async function watchRebuildSpace({ databaseFolder, reserve, onFault, read = readDiskSpace }: Watched) {
  const disks = await watchDisks({
    folders: { database: databaseFolder },
    reserve,
    // The API and `fettle start` tell of it.
    onChange: () => undefined,
    onFault,
    read,
  })
  /** The disk that holds replays back; undefined while they may go on. */
  const held = (): DiskSpace | undefined => {
    const space = disks.space('database')
    return space?.mayReplay === false ? space : undefined
  }
  return { held, mayRebuild: () => held() === undefined, stop: disks.stop }
}
