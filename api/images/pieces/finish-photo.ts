import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { jobIdOf } from '#api/company/own-company.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import { whileConnected } from '#api/http/slots/in-slots.ts'
import type { PieceStore, UnfinishedPhoto } from '#api/image-store/piece-store.ts'
import { addImages, type UploadParts } from '#api/images/upload/add-images.ts'
import { keepRefused } from '#api/images/upload/keep-refused.ts'
import type { UploadRoom } from '#api/images/upload/upload-room.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { finishUpload, pieceCount, type UploadAnswer } from '#core/wire/images.ts'
import { addedEarlier } from './added-earlier.ts'
import { photoOf } from './receive-pieces.ts'

/**
 * POST /api/:companyId/uploads/:imageId: adds a photo whose pieces have all arrived to the job, like an upload of the whole. The
 * pieces are removed once it is added or can never be. A call whose answer was lost is answered again.
 */
export const finishPhoto =
  (parts: UploadParts, room: UploadRoom): RequestHandler<{ companyId: string; imageId: string }> =>
  async (req, res) => {
    const { member } = res.locals
    const { jobId: named, description = '', givenAt, takenAt, attempt, ...whole } = parse(finishUpload, req.body)
    const photo = photoOf(req, member, whole)
    const jobId = jobIdOf(named)
    const { pieces } = parts.services.images
    const signal = whileConnected(res)
    const answer = await room(member, async (folder) => {
      const path = join(folder, 'whole')
      const digest = await assemble(pieces, photo, path)
      if (digest === undefined) return answeredEarlier(parts, member, jobId, photo)
      if (digest !== photo.sha256) {
        await pieces.remove(photo)
        throw damaged
      }
      const { imageId } = photo
      const upload = { jobId, images: [{ imageId, description: description.trim(), givenAt, takenAt, attempt, path }] }
      const add = () => addImages(parts, member, upload, folder, signal)
      const added = keepRefused(parts.context, member, upload, add)
      await added.catch(async (error: unknown) => {
        if (error instanceof HttpFailure && !mayPass(error)) await pieces.remove(photo)
      })
      return added
    })
    res.json(answer)
    await pieces.remove(photo).catch((error: unknown) => req.log.warn({ err: error }, 'pieces of a photo remain'))
  }

/** Whether the photo is at no fault: the server failed, or its person's rights have ended or rest for now, and may be restored. */
const mayPass = ({ status, body: { code = '' } }: HttpFailure) =>
  status >= 500 || status === 401 || [secondFactorNeeded, 'company-closed'].includes(code)

/** Joins the pieces in a file and returns the SHA-256 of the whole; undefined if one has not arrived. */
async function assemble(pieces: PieceStore, photo: UnfinishedPhoto, path: string): Promise<string | undefined> {
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

async function answeredEarlier(
  { services }: UploadParts,
  member: MemberRights,
  jobId: string,
  { imageId }: UnfinishedPhoto,
): Promise<UploadAnswer> {
  const earlier = await addedEarlier(services, member, jobId, imageId)
  if (!earlier) throw incomplete
  const { seq, ...image } = earlier
  const urls = services.images.signer.urlsOf([image], member)[imageId]
  return { message: 'Images uploaded successfully!', images: urls ? [{ ...image, urls }] : [], seq }
}

const incomplete = new HttpFailure(409, { error: 'Some pieces of this photo are missing.', code: 'pieces-missing' })
const damaged = new HttpFailure(409, { error: 'This photo arrived damaged. Send it again.', code: 'pieces-damaged' })
