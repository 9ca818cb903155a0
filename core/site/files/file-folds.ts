import { type ChangeOfficeFiles, fileFolds } from '#core/attachments/file-folds.ts'
import type { WithFiles } from '#core/attachments/files-in.ts'
import type { Folds, Message } from '#core/model/messages.ts'
import type { siteFileEvents } from './file-messages.ts'

/** The folds of the events of a site's files. */
export function siteFileFolds<S extends WithFiles>(
  ofOffice: ChangeOfficeFiles<S>,
): Folds<S, Message<typeof siteFileEvents>> {
  const files = fileFolds(ofOffice)
  return {
    SiteFileDeleted: files.deleted,
    SiteFileShared: files.shared,
    SiteFileTakenBack: files.takenBack,
    OfficeSiteFileAdded: files.officeAdded,
    OfficeSiteFileDeleted: files.officeDeleted,
  }
}
