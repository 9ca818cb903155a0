import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { jobIdOf } from '#api/company/own-company.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import { whileConnected } from '#api/http/slots/in-slots.ts'
import type { UnfinishedPhoto } from '#api/image-store/piece-store.ts'
import { addImages, type UploadParts } from '#api/images/upload/add-images.ts'
import { keepRefused } from '#api/images/upload/keep-refused.ts'
import { attemptsOf } from '#api/images/upload/upload-fields.ts'
import type { UploadRoom } from '#api/images/upload/upload-room.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { finishUpload, type UploadAnswer } from '#core/wire/images.ts'
import { addedEarlier } from './added-earlier.ts'
import { assemble, damaged, incomplete, mayPass } from './assemble.ts'
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
      const added = keepRefused(parts.context, member, attemptsOf(upload), add)
      await added.catch(async (error: unknown) => {
        if (error instanceof HttpFailure && !mayPass(error)) await pieces.remove(photo)
      })
      return added
    })
    res.json(answer)
    await pieces.remove(photo).catch((error: unknown) => req.log.warn({ err: error }, 'pieces of a photo remain'))
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
