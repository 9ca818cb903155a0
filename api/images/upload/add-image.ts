import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v5 as idFrom } from 'uuid'
import { type CommandContext, executeCommand } from '#api/commands/handle-command.ts'
import type { ImageFiles } from '#api/image-store/image-files.ts'
import { keyOf, srcOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import type { Encoded } from '#api/images/encode/encode-limits.ts'
import { isReferenced, removeUnlessReferenced } from '#api/images/references.ts'
import type { MemberRights } from '#api/rights/rights.ts'

/** An image to be added; its files are in `folder`, as encode.ts left them. `givenAt` is when the device was given it, `takenAt` the camera's time. */
export type NewImage = {
  jobId: string
  imageId: string
  description: string
  givenAt: string | undefined
  folder: string
} & Encoded

const namespace = 'f3a0b0f6-6d9c-4b8f-9d0b-5c2b7a1e9d40'

/** The id of the command that adds an image. A retried upload has the same, so the ledger recognises it. */
export const commandOfImage = (imageId: string) => idFrom(imageId, namespace)

/** Stores an image's files, then records the image in the ledger. If the ledger refuses, the files are removed. */
export async function addImage(context: CommandContext, files: ImageFiles, member: MemberRights, image: NewImage) {
  const { jobId, imageId, description, givenAt, folder, digest, width, height, takenAt } = image
  const src = srcOf(member.companyId, digest)
  const store = async () => {
    await putIfMissing(files, thumbnailOf(src), join(folder, 'thumbnail'))
    await putIfMissing(files, src, join(folder, 'display'))
  }
  await store()
  const settled = await executeCommand(
    context,
    { commandId: commandOfImage(imageId), happenedAt: givenAt ?? context.now().toISOString() },
    { type: 'AddImage', data: { jobId, imageId, src, description, width, height, ...(takenAt && { takenAt }) } },
    member,
  )
  // Another upload of the same image shares these files. Removing re-checks for references, adding a reference re-checks for the
  // files: whichever comes last puts things right.
  // A retry of an earlier upload may be of an image that was erased since: it must not come back.
  if (settled.status === 'accepted') await store()
  await removeUnlessReferenced(context.pool, files, member.companyId, src)
  if (await isReferenced(context.pool, member.companyId, src)) await store()
  return { ...settled, src }
}

async function putIfMissing(files: ImageFiles, path: string, from: string) {
  if (!(await files.has(keyOf(path)))) await files.put(keyOf(path), await readFile(from))
}
