import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { failureOf } from '#api/commands/refused-command.ts'
import { whileRightsHold } from '#api/commands/while-rights-hold.ts'
import { HttpFailure, invalid, refused } from '#api/http/errors.ts'
import type { Claim } from '#api/http/slots/slots.ts'
import { encode } from '#api/images/encode/encode.ts'
import type { EncodeFault } from '#api/images/encode/encode-limits.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { refuse } from '#core/model/refusals.ts'
import type { UploadAnswer } from '#core/wire/images.ts'
import { readStream } from '#ledger/log/read.ts'
import { type NewImage, newImage, srcOfImage } from './new-image.ts'
import { storeAndRecord } from './store-and-record.ts'
import type { Upload } from './upload-fields.ts'

export type UploadParts = { services: Services; context: CommandContext; outcomes: Outcomes }

/**
 * Encodes the received files and adds all of them to the job, or none. `folder` is for what is made of them. The signal stops the
 * encoding when the caller has hung up.
 */
export async function addImages(
  { services, context, outcomes }: UploadParts,
  member: MemberRights,
  upload: Upload,
  folder: string,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const { files, signer } = services.images
  const history = await readStream(context.pool, member.companyId, upload.jobId, 1)
  if (history[0]?.stream !== 'job') throw refused(refuse('job-not-found'))
  const encoded = await encodeAll(upload, folder, { ...member, signal })
  const settled = await whileRightsHold(services, member, (now) =>
    outcomes.countedTogether(
      'AddImage',
      () =>
        storeAndRecord(
          context,
          files,
          now,
          encoded.map((image) => newImage(context, now, image)),
        ),
      (ended) => ('accepted' in ended ? ended.accepted : [ended.refused]),
    ),
  )
  if ('refused' in settled) throw failureOf(settled.refused)
  const images = encoded.flatMap((image) => {
    const { imageId, description, width, height } = image
    const src = srcOfImage(member, image)
    const urls = signer.urlsOf([{ imageId, src }], member)[imageId]
    return urls ? [{ imageId, src, description, width, height, urls }] : []
  })
  const seq = Math.max(...settled.accepted.map((one) => one.seq ?? 0))
  return { message: 'Images uploaded successfully!', images, seq }
}

async function encodeAll(
  { jobId, images }: Upload,
  folder: string,
  claim: Claim & { signal: AbortSignal },
): Promise<NewImage[]> {
  const encoded: NewImage[] = []
  for (const [at, { path, takenAt, ...image }] of images.entries()) {
    const own = join(folder, `encoded-${at}`)
    await mkdir(own)
    const made = await encode(path, own, claim).catch((error: unknown) => {
      throw claim.signal.aborted ? hungUp : error
    })
    if ('fault' in made) throw invalid(faults[made.fault], `images.${at}`, made.fault)
    encoded.push({ jobId, ...image, folder: own, ...made, takenAt: made.takenAt ?? takenAt })
  }
  return encoded
}

/** Nobody hears it; unlike a fault of the photo, it keeps the pieces that have arrived. */
const hungUp = new HttpFailure(503, { error: 'The connection was lost.', code: 'hung-up' })

const faults: Record<EncodeFault, string> = {
  'not-an-image': 'This file cannot be read as a photo. Send JPEG, PNG or WebP.',
  'too-many-pixels':
    'This photo is too large: at most 50 megapixels, or 25 in a progressive file, and 20,000 pixels a side.',
  'too-complex': 'This photo takes too long, or too much memory, to process.',
}
