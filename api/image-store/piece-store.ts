import type { Disk } from 'flydrive'
import type { S3Bucket } from '#api/config/config.ts'
import { openDisk } from './disk.ts'

/** A photo that is sent in pieces. All of this is in its folder's name, so that any process with the same store can go on. */
export type UnfinishedPhoto = { companyId: string; userId: string; imageId: string; size: number; sha256: string }

/** The pieces of photos that have not arrived completely, by number from 0. No address leads to them. */
export type PieceStore = {
  /** A piece is stored whole or not at all; storing it again changes nothing. */
  put(photo: UnfinishedPhoto, piece: number, bytes: Uint8Array): Promise<void>
  /** The numbers of the pieces stored, in order. */
  received(photo: UnfinishedPhoto): Promise<number[]>
  read(photo: UnfinishedPhoto, piece: number): Promise<Uint8Array>
  remove(photo: UnfinishedPhoto): Promise<void>
  unfinishedOf(companyId: string): Promise<UnfinishedPhoto[]>
  /** Removes every piece of a company. */
  removeAll(companyId: string): Promise<void>
  /** Removes the photos of which nothing has arrived since an instant. */
  sweep(since: Date): Promise<void>
}

const root = 'pieces'

/** Pieces in a local folder, or in a bucket if one is configured, where all API processes find them. */
export async function openPieceStore(folder: string, s3?: S3Bucket): Promise<PieceStore> {
  const disk = await openDisk(folder, s3)
  const received = async (photo: UnfinishedPhoto) =>
    (await namesIn(disk, folderOf(photo)))
      // A killed process may leave a draft with a longer name.
      .filter((name) => /^\d{1,6}$/.test(name))
      .map(Number)
      .toSorted((one, other) => one - other)
  const remove = (photo: UnfinishedPhoto) => disk.deleteAll(`${folderOf(photo)}/`)
  const unfinishedOf = async (companyId: string) =>
    (await namesIn(disk, `${root}/${companyId}`)).flatMap((name) => photoNamed(companyId, name) ?? [])
  return {
    received: guarded(received),
    remove: guarded(remove),
    unfinishedOf: guarded(unfinishedOf),
    removeAll: guarded((companyId: string) => disk.deleteAll(`${root}/${companyId}/`)),
    put: guarded((photo, piece, bytes) =>
      disk.put(`${folderOf(photo)}/${piece}`, bytes, { contentType: 'application/octet-stream' }),
    ),
    read: guarded((photo, piece) => disk.getBytes(`${folderOf(photo)}/${piece}`)),
    sweep: guarded(async (since) => {
      for (const companyId of await namesIn(disk, root))
        for (const photo of await unfinishedOf(companyId)) {
          const last = await lastChange(disk, folderOf(photo))
          if (last < since) await remove(photo)
        }
    }),
  }
}

/** Listing a folder or a bucket fails with errors of the system or the vendor; all mean that the store cannot be used. */
const guarded =
  <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
  async (...given: Given): Promise<Result> => {
    try {
      return await work(...given)
    } catch (error) {
      throw new PiecesUnavailable('The pieces of photos cannot be read or written', { cause: error })
    }
  }

class PiecesUnavailable extends Error {
  readonly code = 'E_CANNOT_REACH_PIECES'
}

const folderOf = ({ companyId, userId, imageId, size, sha256 }: UnfinishedPhoto) =>
  `${root}/${companyId}/${userId}.${imageId}.${size}.${sha256}`

function photoNamed(companyId: string, name: string): UnfinishedPhoto | undefined {
  const [userId, imageId, size, sha256] = name.split('.')
  if (!userId || !imageId || !sha256) return undefined
  return { companyId, userId, imageId, size: Number(size), sha256 }
}

/** The last parts of the keys directly below a prefix. */
const namesIn = async (disk: Disk, prefix: string): Promise<string[]> =>
  (await objectsIn(disk, prefix)).map(({ name }) => name)

async function objectsIn(disk: Disk, prefix: string) {
  try {
    const found = []
    let paginationToken: string | undefined
    do {
      const page = await disk.listAll(prefix, paginationToken ? { paginationToken } : {})
      found.push(...page.objects)
      paginationToken = page.paginationToken
    } while (paginationToken)
    return found
  } catch (error) {
    // A folder, unlike a prefix, exists only once something is in it.
    if (isMissing(error)) return []
    throw error
  }
}

/** When something was last stored below a prefix; now if another process has just removed it. */
async function lastChange(disk: Disk, prefix: string): Promise<Date> {
  const times = (await objectsIn(disk, prefix)).map(async (one) =>
    one.isFile ? (await one.getMetaData()).lastModified.getTime() : 0,
  )
  return Promise.all(times).then(
    (known) => new Date(known.length > 0 ? Math.max(...known) : 0),
    () => new Date(),
  )
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === 'ENOENT') || isMissing(error.cause))
