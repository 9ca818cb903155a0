import { Router } from 'express'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { patiently, refuseSlow } from '#api/http/slow-requests.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'
import { showImage } from './show-image.ts'
import { uploadImage } from './upload/upload-image.ts'

/** Pictures in and out. Who may see one shows by its signed address alone. */
export const assetRoutes = (services: Services, context: CommandContext, outcomes: Outcomes): Router =>
  Router()
    .post(paths.uploadImage, refuseSlow(patiently), requireMember(services), uploadImage(services, context, outcomes))
    .get(paths.image, showImage(services.images.files, services.images.signer))
