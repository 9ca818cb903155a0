import { Router } from 'express'
import { paths } from '#core/wire.ts'
import { requireMember } from '../auth/require-member.ts'
import type { Door } from '../handle.ts'
import type { Outcomes } from '../metrics.ts'
import type { Services } from '../services.ts'
import { patiently, refuseSlow } from '../slow-requests.ts'
import { showImage } from './show-image.ts'
import { uploadImage } from './upload-image.ts'

/** Pictures in and out. Who may see one shows by its signed address alone. */
export const assetRoutes = (services: Services, door: Door, outcomes: Outcomes): Router =>
  Router()
    .post(paths.uploadImage, refuseSlow(patiently), requireMember(services), uploadImage(services, door, outcomes))
    .get(paths.image, showImage(services.images.files, services.images.signer))
