import { Router } from 'express'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { jobIdOf } from '#api/company/own-company.ts'
import { failedUploads } from '#api/image-store/storage-failure.ts'
import { openUploadRoom } from '#api/images/upload/upload-room.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { siteIdOf } from '#api/reads/sites/site-id.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'
import { attachFiles } from './attach-files.ts'
import { download, tellAddress } from './download.ts'
import { signFiles } from './file-addresses.ts'

/** Files of other kinds than photos. Their pieces arrive like those of photos; see api/images/pieces. */
export function attachmentRoutes(services: Services, context: CommandContext, outcomes: Outcomes): Router {
  const member = requireMember(services)
  const signer = signFiles(services.keys.refreshSecret, services.now)
  const room = openUploadRoom(services.images.uploadsFolder)
  return Router()
    .post(paths.attachFiles, member, attachFiles({ services, context, outcomes }, room))
    .get(
      paths.jobAttachment,
      member,
      tellAddress(services, signer, ({ jobId }) => jobIdOf(jobId)),
    )
    .get(
      paths.siteFile,
      member,
      tellAddress(services, signer, ({ siteId }) => siteIdOf(siteId)),
    )
    .get(paths.attachment, download(services, signer))
    .use(failedUploads)
}
