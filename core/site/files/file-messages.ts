import * as z from 'zod/mini'
import { attachedFile } from '#core/attachments/attachments.ts'
import { fileEvents, namedFile } from '#core/attachments/file-events.ts'
import { id } from '#core/model/values.ts'

/** What becomes of the files of a site. */
export const siteFileEvents = {
  SiteFileDeleted: fileEvents.deleted,
  SiteFileShared: fileEvents.shared,
  SiteFileTakenBack: fileEvents.takenBack,
  OfficeSiteFileAdded: fileEvents.officeAdded,
  OfficeSiteFileDeleted: fileEvents.officeDeleted,
}

const ofFile = z.strictObject({ siteId: id, ...namedFile })

export const siteFileCommands = {
  AddSiteFile: z.strictObject({ siteId: id, ...attachedFile, forTeam: z.optional(z.boolean()) }),
  ShareSiteFile: ofFile,
  TakeBackSiteFile: ofFile,
  DeleteSiteFile: ofFile,
}
