import type { Request, RequestHandler } from 'express'
import { diskFull } from '#api/http/disk-full.ts'
import type { Disks } from '#api/services/disks.ts'

/**
 * Refuses changes while less than the reserve is free, before PostgreSQL is hurt: its log needs space to write, and without it ends
 * reading too. Signing in, and what stops work that needs space, go on; a replay has its own refusal. A photo also needs the space that
 * it takes itself.
 */
export const refuseWithoutSpace =
  (disks: Disks): RequestHandler =>
  (req, _res, next) => {
    if (isReading(req) || goesOn.test(req.path)) return next()
    if (disks.space('database')?.state === 'full') throw diskFull
    const files = disks.space('files')
    const length = Number(req.headers['content-length'] ?? 0)
    if (isPhoto.test(req.path) && files && (files.state === 'full' || files.free - length < files.reserve))
      throw diskFull
    next()
  }

const isReading = ({ method }: Request) => ['GET', 'HEAD', 'OPTIONS'].includes(method)
const goesOn =
  /^\/(auth\/(?!register|accept-invitation)|imports\/[^/]+\/stop\/?$|projections\/[^/]+\/(pause|cancel|discard|replay|compare)\/?$)/i
/** What people send to their job, and tenants by their link. */
const isPhoto = /^\/[^/]+\/(uploadImage|uploads\/.*|photos)$/i
