import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { v5 as idFrom } from 'uuid'
import { failureOf } from '#api/commands/refused-command.ts'
import { whileRightsHold } from '#api/commands/while-rights-hold.ts'
import { HttpFailure, invalid, parse, refused } from '#api/http/errors.ts'
import { whileConnected } from '#api/http/slots/in-slots.ts'
import { srcOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import { encode } from '#api/images/encode/encode.ts'
import { type EncodeFault, limits } from '#api/images/encode/encode-limits.ts'
import type { UploadParts } from '#api/images/upload/add-images.ts'
import { storeAndRecord } from '#api/images/upload/store-and-record.ts'
import type { UploadRoom } from '#api/images/upload/upload-room.ts'
import { recheckMember } from '#api/rights/require-member.ts'
import { thinnestLogo } from '#core/company/logo-limits.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import type { LogoAnswer } from '#core/wire/images.ts'

const namespace = '0d8f3c1e-5b7a-4a52-9a3e-6c1f2b9d7e84'

/** Before the picture is received. */
export const ownerOnly: RequestHandler = (_req, res, next) => {
  if (res.locals.member.role !== 'owner') throw refused(refuse('owner-only'))
  next()
}

/** PUT /api/company/logo/:imageId: makes the picture small, stores it as photos are, and sets it as the company's logo. */
export const setLogo =
  ({ services, context, outcomes }: UploadParts, room: UploadRoom): RequestHandler<{ imageId: string }> =>
  async (req, res) => {
    const imageId = parse(id, req.params.imageId)
    const bytes: unknown = req.body
    if (!Buffer.isBuffer(bytes)) throw unsupported
    const signal = whileConnected(res)
    // Receiving may have taken minutes.
    const member = await recheckMember(services, res.locals.member)
    const answer = await room(member, async (folder): Promise<LogoAnswer> => {
      const received = join(folder, 'logo')
      await writeFile(received, bytes)
      const made = await encode(received, folder, { ...member, signal }, limits, 'logo')
      if ('fault' in made) throw invalid(faults[made.fault], 'logo', made.fault)
      const { digest, width, height } = made
      if (Math.min(width, height) < thinnestLogo) throw tooThin
      const logo = { imageId, src: srcOf(member.companyId, digest), width, height }
      const data = { companyId: member.companyId, ...logo }
      const file = {
        src: logo.src,
        parts: [
          { path: thumbnailOf(logo.src), from: join(folder, 'thumbnail') },
          { path: logo.src, from: join(folder, 'display') },
        ],
        stamped: {
          // A retry has the same id, so the ledger recognises it.
          commandId: idFrom(imageId, namespace),
          happenedAt: context.now().toISOString(),
          command: { type: 'SetLogo' as const, data },
        },
      }
      const settled = await whileRightsHold(services, member, (now) =>
        outcomes.countedTogether(
          'SetLogo',
          () => storeAndRecord(context, services.images.files, now, [file]),
          (ended) => ('accepted' in ended ? ended.accepted : [ended.refused]),
        ),
      )
      if ('refused' in settled) throw failureOf(settled.refused)
      const url = services.images.signer.urlsOf([logo], member)[imageId]?.display ?? ''
      return { logo, url, seq: Math.max(...settled.accepted.map((one) => one.seq ?? 0)) }
    })
    res.json(answer)
  }

const unsupported = new HttpFailure(415, {
  error: 'Send the logo as application/octet-stream.',
  code: 'unsupported-media-type',
})

const tooThin = invalid(
  'This picture is too small or too thin to print as a logo. Please choose another one.',
  'logo',
  'too-thin',
)

const faults: Record<EncodeFault, string> = {
  'not-an-image': 'This file cannot be read as a PNG or JPEG picture.',
  'too-many-pixels': 'This picture is too large: at most 50 megapixels, and 20,000 pixels a side.',
  'too-complex': 'This picture takes too long, or too much memory, to process.',
}
