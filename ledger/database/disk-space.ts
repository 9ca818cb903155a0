import { stat, statfs } from 'node:fs/promises'

/**
 * `full`: less is free than the reserve, so nothing may be added. `low`: less than four times the reserve.
 */
export type DiskState = 'enough' | 'low' | 'full'

/** The disk that holds a folder; sizes in bytes. `free` is what a program without special rights may use. */
export type DiskSpace = {
  folder: string
  /** Tells folders on the same disk. */
  device: number
  size: number
  free: number
  reserve: number
  state: DiskState
  /** Whether a replay may write further rows beside the live ones: it must not take the space that changes need. */
  mayReplay: boolean
}

const mebibyte = 1024 * 1024

/**
 * What must stay free of a disk of this size, in bytes: a fifth of it, at least 64 MiB and at most 512. PostgreSQL stops reading too
 * once its write-ahead log cannot grow, so this is twice what the embedded server's log may take ({@link walSizeFor}).
 */
export const reserveOf = (size: number) => Math.min(512 * mebibyte, Math.max(64 * mebibyte, Math.floor(size / 5)))

/** The most that the embedded server's write-ahead log takes on a disk of this size, in whole MiB. */
export const walSizeFor = (size: number) => Math.max(48, Math.floor(reserveOf(size) / 2 / mebibyte))

/** Reads how full the disk of a folder is. `reserve` in bytes replaces the usual one. Throws the system's error. */
export async function readDiskSpace(folder: string, reserve?: number): Promise<DiskSpace> {
  const [{ bavail, blocks, bsize }, { dev: device }] = await Promise.all([statfs(folder), stat(folder)])
  const size = blocks * bsize
  const kept = reserve ?? reserveOf(size)
  const free = bavail * bsize
  return { folder, device, size, ...judged(free, kept) }
}

/** How full a disk is with this much free and this reserve, in bytes. A replay may go on down to twice the reserve. */
export const judged = (free: number, reserve: number): Pick<DiskSpace, 'free' | 'reserve' | 'state' | 'mayReplay'> => ({
  free,
  reserve,
  state: free < reserve ? 'full' : free < 4 * reserve ? 'low' : 'enough',
  mayReplay: free >= 2 * reserve,
})

/** What happened to a disk and how much it needs, for the operator: one line. */
export function describeDisk({
  folder,
  free,
  reserve,
  state,
}: Pick<DiskSpace, 'folder' | 'free' | 'reserve' | 'state'>): string {
  const [has, needs] = [mebibytes(free), mebibytes(reserve)]
  if (state === 'full')
    return `The disk of ${folder} is full: ${has} MB are free and Fettle needs ${needs} MB. Changes are refused; reading and signing in continue. Free ${mebibytes(reserve - free + mebibyte)} MB or more.`
  if (state === 'low')
    return `The disk of ${folder} is filling up: ${has} MB are free. Changes will be refused below ${needs} MB.`
  return `The disk of ${folder} has enough space again: ${has} MB are free.`
}

/** Why a replay waits, for the operator: one line. */
export const describeHeldReplay = ({ folder, free, reserve }: Pick<DiskSpace, 'folder' | 'free' | 'reserve'>): string =>
  `The disk of ${folder} is nearly full: ${mebibytes(free)} MB are free and a replay needs ${mebibytes(2 * reserve)} MB. It waits, and will resume by itself once there is more. Ctrl-C leaves it to the next projector that has the space.`

const mebibytes = (bytes: number) => Math.floor(bytes / mebibyte)
