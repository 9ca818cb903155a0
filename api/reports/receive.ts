import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v5 as idFrom, v7 as uuid } from 'uuid'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { srcOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import { encode } from '#api/images/encode/encode.ts'
import type { EncodeFault } from '#api/images/encode/encode-limits.ts'
import { commandOfImage } from '#api/images/upload/new-image.ts'
import { type NewFile, storeAndRecord } from '#api/images/upload/store-and-record.ts'
import type { Services } from '#api/services/services.ts'
import type { Command } from '#core/ledger/ledger.ts'
import type { ReportForm } from '#core/report/messages.ts'

/** Any id: those of photos are made from it, so it never changes. */
const namespace = '6f0c1d52-3b7e-4a88-9d15-0c4e7a2b9f31'

type Parts = { services: Services; context: CommandContext; folder: string }
type Report = { companyId: string; reportId: string; pageId: string; form: ReportForm }
type Claim = { companyId: string; userId: string; signal: AbortSignal }

/**
 * Takes a report with its photos, all or nothing: they are checked and encoded as those of people are. The same photo twice is one.
 * Returns why not.
 */
export async function takeReport(
  { services, context, folder }: Parts,
  { companyId, reportId, pageId, form }: Report,
  files: readonly { path: string; size: number }[],
  claim: Claim,
): Promise<string | undefined> {
  const happenedAt = context.now().toISOString()
  const stamped = (command: Command, commandId: string = uuid()) => ({ commandId, happenedAt, command })
  const made: NewFile[] = []
  for (const [at, { path }] of files.filter((one) => one.size > 0).entries()) {
    const own = join(folder, `encoded-${at}`)
    await mkdir(own)
    const encoded = await encode(path, own, claim)
    if ('fault' in encoded) return faults[encoded.fault]
    const { digest, width, height, takenAt } = encoded
    const [src, imageId] = [srcOf(companyId, digest), idFrom(`${reportId} ${digest}`, namespace)]
    if (made.some((one) => one.src === src)) continue
    const data = { reportId, imageId, src, width, height, ...(takenAt && { takenAt }) }
    made.push({
      src,
      parts: [
        { path: thumbnailOf(src), from: join(own, 'thumbnail') },
        { path: src, from: join(own, 'display') },
      ],
      stamped: stamped({ type: 'AddReportPhoto', data }, commandOfImage(imageId)),
    })
  }
  const receive = stamped({ type: 'ReceiveReport', data: { reportId, pageId, ...form } })
  const settled = await storeAndRecord(context, services.images.files, { companyId, role: 'tenant' }, made, [receive])
  return 'refused' in settled ? (settled.refused.error ?? 'The report could not be sent.') : undefined
}

const faults: Record<EncodeFault, string> = {
  'not-an-image': 'One of these files is not a photo. Choose JPEG, PNG or WebP.',
  'too-many-pixels': 'One of these photos is too large: at most 50 megapixels.',
  'too-complex': 'One of these photos takes too long to process. Please choose another.',
}
