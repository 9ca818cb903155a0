import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { failureOf } from '#api/commands/refused-command.ts'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { HttpFailure, invalid, refused } from '#api/http/errors.ts'
import { isStorageError, storageFailure } from '#api/image-store/storage-failure.ts'
import { encode } from '#api/images/encode/encode.ts'
import type { EncodeFault } from '#api/images/encode/encode-limits.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { recheckMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { refuse } from '#core/model/refusals.ts'
import type { UploadAnswer } from '#core/wire/images.ts'
import { readStream } from '#ledger/log/read.ts'
import { addImage, type NewImage } from './add-image.ts'
import { receiveFiles } from './receive-files.ts'
import { readUpload, type Upload } from './upload-fields.ts'

/** More than a browser sends at a time. */
const mostAtOnce = 6

/**
 * POST /api/:companyId/uploadImage: adds all of its photos to the job, or none. However it ends, nothing is left in the folder of
 * uploads.
 */
export function uploadImage(
  services: Services,
  context: CommandContext,
  outcomes: Outcomes,
): RequestHandler<{ companyId: string }> {
  const underWay = new Map<string, number>()
  return async (req, res) => {
    const { userId } = res.locals.member
    requireOwnCompany(res.locals.member, req.params.companyId)
    const others = underWay.get(userId) ?? 0
    if (others >= mostAtOnce)
      throw new HttpFailure(
        429,
        { error: 'Too many uploads at once.', code: 'too-many-uploads' },
        { 'Retry-After': '2' },
      )
    underWay.set(userId, others + 1)
    const folder = await mkdtemp(join(services.images.uploadsFolder, 'upload-'))
    try {
      res.json(await upload(req, res, { services, context, outcomes, folder }))
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1
      if (left === 0) underWay.delete(userId)
      else underWay.set(userId, left)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

type Parts = { services: Services; context: CommandContext; outcomes: Outcomes; folder: string }

async function upload(
  req: Request<{ companyId: string }>,
  res: Response,
  { services, context, outcomes, folder }: Parts,
): Promise<UploadAnswer> {
  const { files, signer } = services.images
  const received = await receiveFiles(req, res, folder)
  // Receiving may have taken minutes.
  const member = await recheckMember(services, res.locals.member)
  const requested = readUpload(received, member)
  const history = await readStream(context.pool, member.companyId, requested.jobId, 1)
  if (history[0]?.stream !== 'job') throw refused(refuse('job-not-found'))
  const images: UploadAnswer['images'] = []
  let seq = 0
  for (const image of await encodeAll(requested, folder)) {
    const { settled, src } = await addImage(context, files, member, image).catch((error: unknown) => {
      throw isStorageError(error) ? storageFailure(req.log, error, 'Upload failed') : error
    })
    outcomes.count('AddImage', { commandId: image.imageId, ...settled })
    if (settled.status === 'refused') throw failureOf(settled)
    seq = Math.max(seq, settled.seq ?? 0)
    const { imageId, description, width, height } = image
    const urls = signer.urlsOf([{ imageId, src }])[imageId]
    if (urls) images.push({ imageId, src, description, width, height, urls })
  }
  return { message: 'Images uploaded successfully!', images, seq }
}

async function encodeAll({ jobId, images }: Upload, folder: string): Promise<NewImage[]> {
  const encoded: NewImage[] = []
  for (const [at, { path, ...image }] of images.entries()) {
    const own = join(folder, `encoded-${at}`)
    await mkdir(own)
    const made = await encode(path, own)
    if ('fault' in made) throw invalid(faults[made.fault], `images.${at}`, made.fault)
    encoded.push({ jobId, ...image, folder: own, ...made })
  }
  return encoded
}

const faults: Record<EncodeFault, string> = {
  'not-an-image': 'This file cannot be read as a photo. Send JPEG, PNG or WebP.',
  'too-many-pixels': 'This photo is too large: at most 50 megapixels, or 25 in a progressive file.',
  'too-complex': 'This photo takes too long, or too much memory, to process.',
}
