import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, Response } from 'express'
import { v5 as idFrom } from 'uuid'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { whileConnected } from '#api/http/slots/in-slots.ts'
import { srcOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import { encode } from '#api/images/encode/encode.ts'
import type { EncodeFault } from '#api/images/encode/encode-limits.ts'
import { commandOfImage } from '#api/images/upload/new-image.ts'
import { receiveFiles } from '#api/images/upload/receive-files.ts'
import { type NewFile, storeAndRecord } from '#api/images/upload/store-and-record.ts'
import type { UploadRoom } from '#api/images/upload/upload-room.ts'
import type { Services } from '#api/services/services.ts'
import type { FoundLink } from '#api/tenant-links/link-rows.ts'

/** Any id: those of photos are made from it, so it never changes. */
const namespace = '2d4c6b1e-8a3f-4f57-9c1d-7b0e5a9f3c66'

type Parts = { services: Services; context: CommandContext; room: UploadRoom }

/**
 * Adds the photos of a form to the job in the tenant's name, all or none: received, checked and encoded as those of people are. The same
 * photo sent again is the same one. Returns why not.
 */
export async function sendPhotos(
  { services, context, room }: Parts,
  req: Request,
  res: Response,
  { companyId, jobId, linkId }: FoundLink,
): Promise<string | undefined> {
  const claim = { companyId, userId: linkId, signal: whileConnected(res) }
  return room(
    claim,
    async (folder) => {
      const { files } = await receiveFiles(req, res, folder)
      const photos = files.filter((one) => one.size > 0)
      if (photos.length === 0) return 'Choose at least one photo first.'
      const made: NewFile[] = []
      for (const [at, { path }] of photos.entries()) {
        const own = join(folder, `encoded-${at}`)
        await mkdir(own)
        const encoded = await encode(path, own, claim)
        if ('fault' in encoded) return faults[encoded.fault]
        const { digest, width, height, takenAt } = encoded
        const [src, imageId] = [srcOf(companyId, digest), idFrom(`${linkId} ${digest}`, namespace)]
        const data = { jobId, linkId, imageId, src, width, height, ...(takenAt && { takenAt }) }
        made.push({
          src,
          parts: [
            { path: thumbnailOf(src), from: join(own, 'thumbnail') },
            { path: src, from: join(own, 'display') },
          ],
          stamped: {
            commandId: commandOfImage(imageId),
            happenedAt: context.now().toISOString(),
            command: { type: 'AddTenantPhoto', data },
          },
        })
      }
      const settled = await storeAndRecord(context, services.images.files, { companyId, role: 'tenant' }, made)
      return 'refused' in settled ? (settled.refused.error ?? 'The photos could not be added.') : undefined
    },
    { req, res },
  )
}

const faults: Record<EncodeFault, string> = {
  'not-an-image': 'One of these files is not a photo. Send JPEG, PNG or WebP.',
  'too-many-pixels': 'One of these photos is too large: at most 50 megapixels.',
  'too-complex': 'One of these photos takes too long to process. Please send another.',
}
