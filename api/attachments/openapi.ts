import type { DescribedRoute } from '#api/http/described-route.ts'
import { attachedAnswer, attachFiles, attachmentAddress, signedAttachment } from '#core/wire/jobs/attachments.ts'
import { paths } from '#core/wire/paths.ts'

export const attachmentRoutes: DescribedRoute[] = [
  {
    method: 'post',
    for: 'members',
    path: paths.attachFiles,
    summary:
      'Attach up to 10 files (PDF, email or office files, 25 MB each) to a job or, for the office, to a site, all or none. Their pieces are sent to the addresses of uploads first, with the file’s id as imageId. A site’s files may be photos too (JPEG, PNG or WebP), which are kept as WebP without what the camera wrote into them. What a file is follows from its content, and its name is made to end accordingly. A file of the office is for the office alone unless forTeam is true. A retry is answered alike and adds nothing twice.',
    body: attachFiles,
    answers: { 200: attachedAnswer },
  },
  {
    method: 'get',
    for: 'members',
    path: paths.jobAttachment,
    summary: 'An address from which an attached file can be downloaded for five minutes',
    answers: { 200: attachmentAddress },
  },
  {
    method: 'get',
    for: 'members',
    path: paths.siteFile,
    summary: 'An address from which a file of a site can be downloaded for five minutes',
    answers: { 200: attachmentAddress },
  },
  {
    method: 'get',
    for: 'anyone',
    path: paths.attachment,
    summary: 'An attached file as a download, for the session that its signed address was given to',
    query: signedAttachment,
    answers: { 200: 'application/octet-stream' },
  },
]
