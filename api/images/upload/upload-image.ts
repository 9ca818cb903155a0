import type { RequestHandler } from 'express'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { whileConnected } from '#api/http/slots/in-slots.ts'
import { recheckMember } from '#api/rights/require-member.ts'
import { addImages, type UploadParts } from './add-images.ts'
import { keepRefused } from './keep-refused.ts'
import { receiveFiles } from './receive-files.ts'
import { attemptsOf, readUpload } from './upload-fields.ts'
import type { UploadRoom } from './upload-room.ts'

/**
 * POST /api/:companyId/uploadImage: adds all of its photos to the job, or none. However it ends, nothing is left in the folder of
 * uploads.
 */
export const uploadImage =
  (parts: UploadParts, room: UploadRoom): RequestHandler<{ companyId: string }> =>
  async (req, res) => {
    requireOwnCompany(res.locals.member, req.params.companyId)
    const signal = whileConnected(res)
    const answer = await room(
      res.locals.member,
      async (folder) => {
        const received = await receiveFiles(req, res, folder)
        // Receiving may have taken minutes.
        const member = await recheckMember(parts.services, res.locals.member)
        const upload = readUpload(received, member)
        return keepRefused(parts.context, member, attemptsOf(upload), () =>
          addImages(parts, member, upload, folder, signal),
        )
      },
      { req, res },
    )
    res.json(answer)
  }
