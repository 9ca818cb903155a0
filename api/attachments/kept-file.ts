import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { invalid } from '#api/http/errors.ts'
import type { Claim } from '#api/http/slots/slots.ts'
import { srcOfFile } from '#api/image-store/image-paths.ts'
import { encode } from '#api/images/encode/encode.ts'
import type { EncodeFault } from '#api/images/encode/encode-limits.ts'
import type { AttachedFile } from '#core/attachments/attachments.ts'
import { fileName } from '#core/attachments/file-name.ts'
import { detectKind, isPicture } from './detect-kind.ts'

/** A file that has arrived whole, at its place in the request. */
type Received = { at: number; path: string; digest: string; size: number; name: string }
type Kept = { about: Omit<AttachedFile, 'fileId'>; from: string }

/**
 * A received file as it is kept, and where its bytes are: a photo of a site is made as small as those of jobs, without what its camera
 * wrote into it, and everything else stays as it is. Throws if it is of no kind that can be attached.
 */
export async function keptFile(
  { at, path, digest, size, name }: Received,
  { folder, claim, isForSite }: { folder: string; claim: Claim; isForSite: boolean },
): Promise<Kept> {
  const bytes = await readFile(path)
  const srcOf = (of: string) => srcOfFile(claim.companyId, of)
  if (isPicture(bytes)) {
    if (!isForSite) throw pictureAt(at)
    const own = join(folder, `photo-${at}`)
    await mkdir(own)
    const made = await encode(path, own, claim)
    if ('fault' in made) throw invalid(faults[made.fault], `files.${at}`, made.fault)
    const from = join(own, 'display')
    const called = fileName(name.replace(/\.(jpe?g|png|webp)$/i, ''), 'photo')
    return { about: { src: srcOf(made.digest), name: called, size: (await stat(from)).size, kind: 'photo' }, from }
  }
  const detected = await detectKind(bytes)
  if (!detected) throw unknownAt(at, isForSite)
  const { kind, macros } = detected
  const about = { src: srcOf(digest), name: fileName(name, kind), size, kind, ...(macros && { macros: true as const }) }
  return { about, from: path }
}

const unknownAt = (at: number, isForSite: boolean) =>
  invalid(
    `This file cannot be attached: its content is not that of a PDF, an email${isForSite ? ', a photo' : ''} or an office file.`,
    `files.${at}`,
    'unknown-kind',
  )
const pictureAt = (at: number) =>
  invalid('This file is a picture. Add it under Images instead.', `files.${at}`, 'is-picture')

const faults: Record<EncodeFault, string> = {
  'not-an-image': 'This file cannot be read as a JPEG, PNG or WebP photo.',
  'too-many-pixels': 'This photo is too large: at most 50 megapixels, and 20,000 pixels a side.',
  'too-complex': 'This photo takes too long, or too much memory, to process.',
}
