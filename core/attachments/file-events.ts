import * as z from 'zod/mini'
import { officeOnly } from '#core/model/messages.ts'
import { id } from '#core/model/values.ts'
import { attachedFile } from './attachments.ts'

export const namedFile = { fileId: id }

/**
 * What becomes of the files of a job or a site, each of which has a type of its own for each. A file is for the office alone until it is
 * given to the team, so whatever tells of it until then is an office fact.
 */
export const fileEvents = {
  /** Added for everybody. */
  added: z.strictObject(attachedFile),
  deleted: z.strictObject(namedFile),
  /** The office gave a file of its own to the team, which learns of it only now. */
  shared: z.strictObject(attachedFile),
  /** The file is for the office alone from now on. */
  takenBack: z.strictObject(namedFile),
  officeAdded: officeOnly(z.strictObject(attachedFile)),
  officeDeleted: officeOnly(z.strictObject(namedFile)),
}
type FileEvents = typeof fileEvents

/** How a job or a site makes its own events of these. */
export type FileEventsAs<E> = { [T in keyof FileEvents]: (data: z.infer<FileEvents[T]>) => readonly E[] }
