import type { RequestHandler } from 'express'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { HttpFailure, invalid, parse } from '#api/http/errors.ts'
import type { UnfinishedPhoto } from '#api/image-store/piece-store.ts'
import { recheckMember } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { id } from '#core/model/values.ts'
import { pieceCount, pieceLength, piecesQuery, type ReceivedAnswer, receivedQuery } from '#core/wire/images.ts'
import { addedEarlier } from './added-earlier.ts'
import { type FirstPiece, requireRoom } from './unfinished-limits.ts'

/** The parameters of each path about a photo in pieces. */
type Named = { companyId: string; imageId: string }

/** GET /api/:companyId/uploads/:imageId: which pieces of the photo are here, or that it has been added already. */
export const tellReceived =
  ({ images, ledgerPool }: Pick<Services, 'images' | 'ledgerPool'>): RequestHandler<Named> =>
  async (req, res) => {
    const { member } = res.locals
    const { jobId, ...whole } = parse(receivedQuery, req.query)
    const photo = photoOf(req, member, whole)
    const received = await images.pieces.received(photo)
    const added =
      received.length === 0 && (await addedEarlier({ ledgerPool }, member, jobId, photo.imageId)) !== undefined
    if (received.length === 0 && !added) await requireRoom(images.pieces, photo)
    res.json({ received, added } satisfies ReceivedAnswer)
  }

/**
 * PUT /api/:companyId/uploads/:imageId/:piece: stores one piece. Each has a fixed place in the photo and is stored whole, so that
 * pieces may arrive in any order, twice, and at any process.
 */
export const storePiece =
  (services: Services, first: FirstPiece): RequestHandler<Named & { piece: string }> =>
  async (req, res) => {
    // Receiving may have taken minutes.
    const member = await recheckMember(services, res.locals.member)
    const photo = photoOf(req, member, parse(piecesQuery, req.query))
    const piece = /^\d{1,4}$/.test(req.params.piece) ? Number(req.params.piece) : Number.POSITIVE_INFINITY
    if (piece >= pieceCount(photo.size)) throw invalid('There is no such piece.', 'piece', 'no-such-piece')
    const bytes: unknown = req.body
    if (!Buffer.isBuffer(bytes))
      throw new HttpFailure(415, {
        error: 'Send the piece as application/octet-stream.',
        code: 'unsupported-media-type',
      })
    if (bytes.length !== pieceLength(photo.size, piece))
      throw invalid('This piece has the wrong length.', 'piece', 'wrong-length')
    const { pieces } = services.images
    const received = new Set(await pieces.received(photo))
    const store = () => pieces.put(photo, piece, bytes)
    if (received.size === 0) await first(photo, store)
    else if (!received.has(piece)) await store()
    res.status(204).end()
  }

/** The photo that a request is about. Another person's photo of the same id is another one. */
export function photoOf(
  { params }: { params: Named },
  member: MemberRights,
  { size, sha256 }: Pick<UnfinishedPhoto, 'size' | 'sha256'>,
): UnfinishedPhoto {
  requireOwnCompany(member, params.companyId)
  const imageId = id.safeParse(params.imageId)
  if (!imageId.success) throw invalid('The image id is not valid.', 'imageId')
  const { companyId, userId } = member
  return { companyId, userId, imageId: imageId.data, size, sha256 }
}
