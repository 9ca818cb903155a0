import { type ChangeOfficeFiles, fileFolds } from '#core/attachments/file-folds.ts'
import type { WithFiles } from '#core/attachments/files-in.ts'
import type { Folds, Message } from '#core/model/messages.ts'
import type { attachmentEvents } from './attachment-messages.ts'

/** The folds of the events of a job's files. */
export function attachmentFolds<S extends WithFiles>(
  ofOffice: ChangeOfficeFiles<S>,
): Folds<S, Message<typeof attachmentEvents>> {
  const files = fileFolds(ofOffice)
  return {
    AttachmentAdded: files.added,
    AttachmentDeleted: files.deleted,
    AttachmentShared: files.shared,
    AttachmentTakenBack: files.takenBack,
    OfficeAttachmentAdded: files.officeAdded,
    OfficeAttachmentDeleted: files.officeDeleted,
  }
}
