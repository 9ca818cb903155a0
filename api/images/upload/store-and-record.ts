import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v5 as idFrom } from 'uuid'
import { executeTogether, type StampedCommand } from '#api/commands/execute-together.ts'
import type { CommandContext, Outcome } from '#api/commands/handle-command.ts'
import type { ImageFiles } from '#api/image-store/image-files.ts'
import { keyOf, srcOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import type { Encoded } from '#api/images/encode/encode-limits.ts'
import { isReferenced, removeUnlessReferenced } from '#api/images/references.ts'
import type { MemberRights } from '#api/rights/rights.ts'

/** An image to be added; its files are in `folder`, as encode.ts left them. `givenAt` is when the device was given it, `takenAt` the camera's time. */
export type NewImage = {
  jobId: string
  imageId: string
  attempt: number | undefined
  description: string
  givenAt: string | undefined
  folder: string
} & Encoded

const namespace = 'f3a0b0f6-6d9c-4b8f-9d0b-5c2b7a1e9d40'

/** The id of the command that adds an image. A retried upload has the same, so the ledger recognises it. */
export const commandOfImage = (imageId: string) => idFrom(imageId, namespace)

/** Where an image of a company is served from. */
export const srcOfImage = ({ companyId }: MemberRights, { digest }: Encoded) => srcOf(companyId, digest)

/**
 * Stores the files of all images, then records all of them in the ledger in one transaction, or none. Returns the refusal if the
 * ledger refuses one. However it fails, files that no image needs are removed.
 */
export async function storeAndRecord(
  context: CommandContext,
  files: ImageFiles,
  member: MemberRights,
  images: readonly NewImage[],
): Promise<{ accepted: Outcome[] } | { refused: Outcome }> {
  const storeAll = async () => {
    for (const image of images) await store(files, srcOfImage(member, image), image.folder)
  }
  const settle = async () => {
    for (const image of images) await settleFiles(context, files, member, image)
  }
  try {
    await storeAll()
    const settled = await executeTogether(
      context,
      member,
      images.map((image) => commandFor(context, member, image)),
    )
    // A retry of an earlier upload may be of an image whose files another process has removed since.
    if ('accepted' in settled) await storeAll()
    await settle()
    return settled
  } catch (error) {
    // What cannot be looked up now stays: it may have been recorded.
    await settle().catch(() => undefined)
    throw error
  }
}

function commandFor(context: CommandContext, member: MemberRights, image: NewImage): StampedCommand {
  const { jobId, imageId, attempt, description, givenAt, width, height, takenAt } = image
  const src = srcOfImage(member, image)
  const data = { jobId, imageId, src, description, width, height, ...(takenAt && { takenAt }) }
  const happenedAt = givenAt ?? context.now().toISOString()
  const commandId = commandOfImage(imageId)
  return { commandId, happenedAt, ...(attempt && { attempt }), command: { type: 'AddImage', data } }
}

/**
 * Another upload of the same image shares these files. Removing re-checks for references, adding a reference re-checks for the files:
 * whichever comes last puts things right. An image that was erased since its first upload must not come back.
 */
async function settleFiles({ pool }: CommandContext, files: ImageFiles, member: MemberRights, image: NewImage) {
  const src = srcOfImage(member, image)
  await removeUnlessReferenced(pool, files, member.companyId, src)
  if (await isReferenced(pool, member.companyId, src)) await store(files, src, image.folder)
}

async function store(files: ImageFiles, src: string, folder: string) {
  await putIfMissing(files, thumbnailOf(src), join(folder, 'thumbnail'))
  await putIfMissing(files, src, join(folder, 'display'))
}

async function putIfMissing(files: ImageFiles, path: string, from: string) {
  if (!(await files.has(keyOf(path)))) await files.put(keyOf(path), await readFile(from))
}
