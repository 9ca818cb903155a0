import { type DiskSpace, type DiskState, judged, readDiskSpace } from './disk-space.ts'

/** The last reading of each watched disk, by its name. A disk that cannot be read is left out. */
export type DiskWatch<Name extends string> = {
  space(name: Name): DiskSpace | undefined
  stop(): void
}

type Watching<Name extends string> = {
  /** The folders on the disks; undefined for a disk that is not on this machine. */
  folders: Record<Name, string | undefined>
  /** In bytes, for each of them; see `reserveOf` otherwise. */
  reserve?: number | undefined
  /** Called when a disk is found low or full, and when its state has changed since. */
  onChange(space: DiskSpace): void
  /** Called once until the disk can be read again. */
  onFault(error: unknown): void
  read?: typeof readDiskSpace
}

/** In milliseconds. A reading takes microseconds. */
const readEvery = 1_000

/** Reads the disks now and then every second until stopped. Resolves after the first reading. */
export async function watchDisks<Name extends string>({
  folders,
  reserve,
  onChange,
  onFault,
  read = readDiskSpace,
}: Watching<Name>): Promise<DiskWatch<Name>> {
  const spaces = new Map<string, DiskSpace>()
  const told = new Map<string | number, DiskState | 'unknown'>()
  const tell = (disk: string | number, state: DiskState | 'unknown', say: () => void) => {
    if ((told.get(disk) ?? 'enough') !== state) say()
    told.set(disk, state)
  }
  const readAll = async () => {
    for (const folder of new Set(Object.values<string | undefined>(folders))) {
      if (folder === undefined) continue
      try {
        const space = withMargin(await read(folder, reserve), spaces.get(folder))
        spaces.set(folder, space)
        told.delete(folder)
        tell(space.device, space.state, () => onChange(space))
      } catch (error) {
        spaces.delete(folder)
        tell(folder, 'unknown', () => onFault(error))
      }
    }
  }
  await readAll()
  const timer = setInterval(readAll, readEvery).unref()
  return {
    space: (name) => spaces.get(folders[name] ?? ''),
    stop: () => clearInterval(timer),
  }
}

/**
 * A disk that was full counts as full until a tenth more than the reserve is free, so that it does not change every second; as for
 * replays, until a tenth more than they need is.
 */
function withMargin(space: DiskSpace, before: DiskSpace | undefined): DiskSpace {
  if (!before) return space
  const withLess = judged(space.free / 1.1, space.reserve)
  const isStillFull = before.state === 'full' && withLess.state === 'full'
  const mayReplay = before.mayReplay ? space.mayReplay : withLess.mayReplay
  return { ...space, mayReplay, ...(isStillFull ? { state: 'full' } : {}) }
}
