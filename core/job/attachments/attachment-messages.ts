import * as z from 'zod/mini'
import { attachedFile } from '#core/attachments/attachments.ts'
import { fileEvents, namedFile } from '#core/attachments/file-events.ts'
import { id } from '#core/model/values.ts'

/** What becomes of the files of a job. */
export const attachmentEvents = {
  AttachmentAdded: fileEvents.added,
  AttachmentDeleted: fileEvents.deleted,
  AttachmentShared: fileEvents.shared,
  AttachmentTakenBack: fileEvents.takenBack,
  OfficeAttachmentAdded: fileEvents.officeAdded,
  OfficeAttachmentDeleted: fileEvents.officeDeleted,
}

const ofFile = z.strictObject({ jobId: id, ...namedFile })

export const attachmentCommands = {
  /** `forTeam` matters only for a file of the office: the team's own are for everybody. */
  AddAttachment: z.strictObject({ jobId: id, ...attachedFile, forTeam: z.optional(z.boolean()) }),
  ShareAttachment: ofFile,
  TakeBackAttachment: ofFile,
  DeleteAttachment: ofFile,
}
