import { v7 as newId } from 'uuid'
import type * as z from 'zod/mini'
import { jobIdOf, requireOwnCompany } from '#api/company/own-company.ts'
import { invalid, parse } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { descriptions, givenTimes, imageIds, takenTimes, uploadAttempts, uploadFields } from '#core/wire/images.ts'
import { commandOfImage } from './new-image.ts'
import type { Received } from './receive-files.ts'

/** An upload request: the job, and the image that each file becomes, with the device's and the camera's times if it sent them. */
export type Upload = { jobId: string; images: UploadedImage[] }
export type UploadedImage = {
  imageId: string
  description: string
  givenAt: string | undefined
  takenAt: string | undefined
  attempt: number | undefined
  path: string
}

/** Reads the form's fields. Throws a 4xx for the first error, worded as in the specification where it gives a text. */
export function readUpload({ files, fields }: Received, member: MemberRights): Upload {
  const form = parse(uploadFields, fields)
  requireOwnCompany(member, form.companyId)
  if (files.length === 0) throw invalid('Please select at least one file to upload.', 'images', 'no-file')
  // The uploader is the signed-in member, whatever these fields say.
  if (!form.username?.trim()) throw invalid('Username is missing. Please log in again.', 'username')
  if (!form.userRole?.trim()) throw invalid('User role is missing. Please log in again.', 'userRole')
  const jobId = jobIdOf(form.jobId)
  const ids = listIn(imageIds, form.imageIds, 'imageIds') ?? files.map(() => newId())
  const texts = listIn(descriptions, form.descriptions, 'descriptions') ?? []
  const times = listIn(givenTimes, form.givenAt, 'givenAt') ?? []
  const taken = listIn(takenTimes, form.takenAt, 'takenAt') ?? []
  const attempts = listIn(uploadAttempts, form.attempts, 'attempts') ?? []
  const lowerCaseIds = ids.map((one) => one.toLowerCase())
  if (new Set(lowerCaseIds).size !== files.length || ids.length !== files.length)
    throw invalid('The field imageIds must have a different id for each file.', 'imageIds')
  if (texts.length > files.length)
    throw invalid('The field descriptions has more entries than there are files.', 'descriptions')
  if (times.length > files.length) throw invalid('The field givenAt has more entries than there are files.', 'givenAt')
  if (taken.length > files.length) throw invalid('The field takenAt has more entries than there are files.', 'takenAt')
  if (attempts.length > files.length)
    throw invalid('The field attempts has more entries than there are files.', 'attempts')
  const empty = files.findIndex((one) => one.size === 0)
  if (empty >= 0) throw invalid('This file is empty.', `images.${empty}`, 'empty-file')
  const images = files.map(({ path }, at) => ({
    imageId: lowerCaseIds[at] ?? newId(),
    description: texts[at]?.trim() ?? '',
    givenAt: times[at],
    takenAt: taken[at] ?? undefined,
    attempt: attempts[at],
    path,
  }))
  return { jobId, images }
}

/** The command that adds each image, and its attempt. */
export const attemptsOf = ({ images }: Pick<Upload, 'images'>) =>
  images.map(({ imageId, attempt }) => ({ commandId: commandOfImage(imageId), attempt }))

function listIn<T extends z.ZodMiniType<(string | number | null)[]>>(
  schema: T,
  text: string | undefined,
  field: string,
) {
  if (!text) return undefined
  const read = schema.safeParse(jsonIn(text))
  if (!read.success) throw invalid(`The field ${field} must be a JSON list.`, field)
  return read.data
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
