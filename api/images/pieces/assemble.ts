import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { HttpFailure } from '#api/http/errors.ts'
import type { PieceStore, UnfinishedPhoto } from '#api/image-store/piece-store.ts'
import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { pieceCount } from '#core/wire/images.ts'

/** Joins the pieces in a file and returns the SHA-256 of the whole; undefined if one has not arrived. */
export async function assemble(pieces: PieceStore, photo: UnfinishedPhoto, path: string): Promise<string | undefined> {
  const count = pieceCount(photo.size)
  if ((await pieces.received(photo)).length < count) return undefined
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for (let piece = 0; piece < count; piece += 1) {
      const bytes = await pieces.read(photo, piece)
      hash.update(bytes)
      await file.appendFile(bytes)
    }
  } catch (error) {
    // Another call has finished it in the meantime.
    if ((await pieces.received(photo)).length < count) return undefined
    throw error
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** Whether what was sent is at no fault: the server failed, or its person's rights have ended or rest for now, and may be restored. */
export const mayPass = ({ status, body: { code = '' } }: HttpFailure) =>
  status >= 500 || status === 401 || [secondFactorNeeded, 'company-closed'].includes(code)

export const incomplete = new HttpFailure(409, {
  error: 'Some pieces of this file are missing.',
  code: 'pieces-missing',
})
export const damaged = new HttpFailure(409, {
  error: 'This file arrived damaged. Send it again.',
  code: 'pieces-damaged',
})
