import * as z from 'zod/mini'
import { attachedFile } from '#core/attachments/attachments.ts'
import { officeOnly } from '#core/model/messages.ts'
import { id } from '#core/model/values.ts'

const named = { fileId: id }

/** A file is for the office alone until it is given to the team, so whatever tells of it until then is an office fact. */
export const attachmentEvents = {
  /** Added for everybody. */
  AttachmentAdded: z.strictObject(attachedFile),
  AttachmentDeleted: z.strictObject(named),
  /** The office gave a file of its own to the team, which learns of it only now. */
  AttachmentShared: z.strictObject(attachedFile),
  /** The file is for the office alone from now on. */
  AttachmentTakenBack: z.strictObject(named),
  OfficeAttachmentAdded: officeOnly(z.strictObject(attachedFile)),
  OfficeAttachmentDeleted: officeOnly(z.strictObject(named)),
}

const ofFile = z.strictObject({ jobId: id, ...named })

export const attachmentCommands = {
  /** `forTeam` matters only for a file of the office: the team's own are for everybody. */
  AddAttachment: z.strictObject({ jobId: id, ...attachedFile, forTeam: z.optional(z.boolean()) }),
  ShareAttachment: ofFile,
  TakeBackAttachment: ofFile,
  DeleteAttachment: ofFile,
}
