import { fileRules } from '#core/attachments/file-rules.ts'
import type { SiteEvent } from '#core/site/messages.ts'
import { refuseSite } from '#core/site/refuse-site.ts'

/** What may become of the files of a site, as of those of a job. */
export const siteFiles = fileRules<SiteEvent>(
  {
    // All files of a site are the office's first, so that one can be taken back from the team.
    added: (data) => [
      { type: 'OfficeSiteFileAdded', data },
      { type: 'SiteFileShared', data },
    ],
    deleted: (data) => [{ type: 'SiteFileDeleted', data }],
    shared: (data) => [{ type: 'SiteFileShared', data }],
    takenBack: (data) => [{ type: 'SiteFileTakenBack', data }],
    officeAdded: (data) => [{ type: 'OfficeSiteFileAdded', data }],
    officeDeleted: (data) => [{ type: 'OfficeSiteFileDeleted', data }],
  },
  (most) => refuseSite('site-full-of-files', { most }),
)
