import { Router } from 'express'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { largeBody, refuseSlow } from '#api/http/slow-requests.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'
import { showImage } from './show-image.ts'
import { uploadImage } from './upload/upload-image.ts'

/** Uploads and downloads of images. A signed address is all that a download needs. */
export const assetRoutes = (services: Services, context: CommandContext, outcomes: Outcomes): Router =>
  Router()
    .post(paths.uploadImage, refuseSlow(largeBody), requireMember(services), uploadImage(services, context, outcomes))
    .get(paths.image, showImage(services.images.files, services.images.signer))
