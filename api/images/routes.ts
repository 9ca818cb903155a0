import { Router, raw } from 'express'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { largeBody, refuseSlow } from '#api/http/slow-requests.ts'
import { failedUploads } from '#api/image-store/storage-failure.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { logoFileSize } from '#core/company/logo-limits.ts'
import { pieceSize } from '#core/wire/images.ts'
import { paths } from '#core/wire/paths.ts'
import { ownerOnly, setLogo } from './logo/set-logo.ts'
import { finishPhoto } from './pieces/finish-photo.ts'
import { storePiece, tellReceived } from './pieces/receive-pieces.ts'
import { countFirstPieces } from './pieces/unfinished-limits.ts'
import { showImage } from './show-image.ts'
import { uploadImage } from './upload/upload-image.ts'
import { openUploadRoom } from './upload/upload-room.ts'

/** Uploads and downloads of images. A download needs no token but a signed address, which ends with the session that it was given to. */
export function assetRoutes(services: Services, context: CommandContext, outcomes: Outcomes): Router {
  const { uploadsFolder, pieces } = services.images
  const member = requireMember(services)
  const parts = { services, context, outcomes }
  const room = openUploadRoom(uploadsFolder)
  const picture = raw({ type: 'application/octet-stream', limit: logoFileSize, inflate: false })
  const piece = raw({ type: 'application/octet-stream', limit: 2 * pieceSize, inflate: false })
  return Router()
    .post(paths.uploadImage, refuseSlow(largeBody), member, uploadImage(parts, room))
    .get(paths.uploadPieces, member, tellReceived(services))
    .post(paths.uploadPieces, member, finishPhoto(parts, room))
    .put(paths.uploadPiece, refuseSlow(largeBody), member, piece, storePiece(services, countFirstPieces(pieces)))
    .put(paths.companyLogo, refuseSlow(largeBody), member, ownerOnly, picture, setLogo(parts, room))
    .get(paths.image, showImage(services))
    .use(failedUploads)
}
