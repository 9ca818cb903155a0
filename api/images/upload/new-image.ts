import { join } from 'node:path'
import { v5 as idFrom } from 'uuid'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { srcOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import type { Encoded } from '#api/images/encode/encode-limits.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { NewFile } from './store-and-record.ts'

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

/** An image with the command that adds it to its job. */
export function newImage(context: CommandContext, member: MemberRights, image: NewImage): NewFile {
  const { jobId, imageId, attempt, description, givenAt, width, height, takenAt, folder } = image
  const src = srcOfImage(member, image)
  const data = { jobId, imageId, src, description, width, height, ...(takenAt && { takenAt }) }
  const happenedAt = givenAt ?? context.now().toISOString()
  const commandId = commandOfImage(imageId)
  return {
    src,
    parts: [
      { path: thumbnailOf(src), from: join(folder, 'thumbnail') },
      { path: src, from: join(folder, 'display') },
    ],
    stamped: { commandId, happenedAt, ...(attempt && { attempt }), command: { type: 'AddImage', data } },
  }
}
