import type { RequestHandler } from 'express'
import * as z from 'zod/mini'
import { HttpFailure, notFound } from '#api/http/errors.ts'
import { isImagePath, keyOf } from '#api/image-store/image-paths.ts'
import { storageFailure } from '#api/image-store/storage-failure.ts'
import { rightsOf } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { isDeleted } from './references.ts'

const signedQuery = z.object({ expires: z.string(), given: z.string(), signature: z.string() })
const notKept = { 'Cache-Control': 'no-store' }

/**
 * GET /assets{src}?expires&given&signature: an image, or the requested range of it, while the session that the address was given to
 * stands, its person may read, and the image is not deleted.
 */
export const showImage =
  (services: Services): RequestHandler<{ companyId: string; file: string }> =>
  async (req, res) => {
    const { ledgerPool } = services
    const { files, signer } = services.images
    res.set(notKept)
    const { companyId, file } = req.params
    const path = `/${companyId}/${file}`
    if (!isImagePath(path)) throw notFound()
    const query = signedQuery.safeParse(req.query)
    const given = query.success ? signer.read({ path, ...query.data }) : undefined
    if (!given) throw ended()
    const [member, isGone] = await Promise.all([
      rightsOf(services, { ...given, companyId }),
      !given.ofHistory && isDeleted(ledgerPool, companyId, given.imageId),
    ])
    if (!member || member.needsSecondFactor || (member.key && !member.key.scopes.includes('files:read'))) throw ended()
    if (isGone) throw notFound()
    const bytes = await files.read(keyOf(path)).catch((error: unknown) => {
      throw storageFailure(req.log, error, 'The image cannot be read at the moment.')
    })
    if (!bytes) throw notFound()
    res.set({
      'Cache-Control': `private, max-age=${given.secondsLeft}, immutable`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Content-Type': 'image/webp',
      'Content-Disposition': 'inline',
      'Accept-Ranges': 'bytes',
      ETag: `"${file.replace('.webp', '')}"`,
    })
    const ranges = req.range(bytes.length)
    const [range] = typeof ranges === 'object' && ranges.type === 'bytes' ? ranges : []
    if (ranges === -1) {
      res.set({ ...notKept, 'Content-Range': `bytes */${bytes.length}` })
      throw new HttpFailure(416, { error: 'The requested range is outside the image.', code: 'range' })
    }
    // Several ranges at once are answered with the whole image, as HTTP allows.
    if (!range || (typeof ranges === 'object' && ranges.length > 1)) return void res.send(bytes)
    res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`)
    res.send(bytes.subarray(range.start, range.end + 1))
  }

const ended = () => new HttpFailure(403, { error: 'This address has expired.', code: 'not-signed' })
