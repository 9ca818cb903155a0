import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v5 as idFrom } from 'uuid'
import { type CommandContext, executeCommand } from '#api/commands/handle-command.ts'
import type { ImageFiles } from '#api/image-store/image-files.ts'
import { keyOf, srcOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import type { Encoded } from '#api/images/encode/encode-limits.ts'
import { isReferenced, removeUnlessReferenced } from '#api/images/references.ts'
import type { MemberRights } from '#api/rights/rights.ts'

/** One image to be: its files lie in `folder` as encode.ts leaves them. */
export type NewImage = { jobId: string; imageId: string; description: string; folder: string } & Encoded

/** A retry of an upload is the same command, by which the ledger knows it. */
const namespace = 'f3a0b0f6-6d9c-4b8f-9d0b-5c2b7a1e9d40'

/** Stores an image's files and then says so in the ledger; when the ledger refuses, they go again. */
export async function addImage(context: CommandContext, files: ImageFiles, member: MemberRights, image: NewImage) {
  const { jobId, imageId, description, folder, digest, width, height, takenAt } = image
  const src = srcOf(member.companyId, digest)
  const store = async () => {
    await putIfMissing(files, thumbnailOf(src), join(folder, 'thumbnail'))
    await putIfMissing(files, src, join(folder, 'display'))
  }
  await store()
  const settled = await executeCommand(
    context,
    { commandId: idFrom(imageId, namespace), happenedAt: context.now().toISOString() },
    { type: 'AddImage', data: { jobId, imageId, src, description, width, height, ...(takenAt && { takenAt }) } },
    member,
  )
  // Someone else may upload the same picture just now, and share our files. Who removes looks once more whether they are spoken
  // of, and who speaks of them looks once more whether they are there: whichever comes last mends it.
  // An upload that was taken before and is sent again may be of a picture that was erased since: it stays away.
  if (settled.status === 'accepted') await store()
  await removeUnlessReferenced(context.pool, files, member.companyId, src)
  if (await isReferenced(context.pool, member.companyId, src)) await store()
  return { settled, src }
}

async function putIfMissing(files: ImageFiles, path: string, from: string) {
  if (!(await files.has(keyOf(path)))) await files.put(keyOf(path), await readFile(from))
}
