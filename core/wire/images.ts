import * as z from 'zod/mini'
import { logo } from '#core/company/logo.ts'
import { image } from '#core/job/job.ts'
import { cameraTime, id, instant, text } from '#core/model/values.ts'
import { wholeNumber } from './common.ts'

/**
 * Ready-to-use URLs of a picture, valid for 24 to 48 hours and constant throughout a day (UTC), but no longer than the session that
 * they were given to, and the picture. Those of a history are valid for one to two hours.
 */
export const imageUrls = z.object({ display: z.string(), thumbnail: z.string() })
export type ImageUrls = z.infer<typeof imageUrls>

/** By the id of the image. */
export const imageUrlsById = z.record(z.string(), imageUrls)

/** GET /api/jobs/:jobId/images: new URLs, for pushed images and after the old URLs have expired. */
export const jobImagesAnswer = z.object({ urls: imageUrlsById, seq: z.int() })
export type JobImagesAnswer = z.infer<typeof jobImagesAnswer>

/** Limits of one upload; `fileSize` is in bytes. */
export const uploadLimits = { files: 10, fileSize: 25 * 1024 * 1024 } as const
/** For the `accept` of a file input; phones then convert other formats to one of these. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/**
 * The fields of POST /api/:companyId/uploadImage, besides one to ten files named `images`. `imageIds`, `descriptions`,
 * `givenAt` and `takenAt` are JSON lists in the order of the files; `givenAt` has the UTC instants at which the photos were given
 * on the device, `takenAt` the camera's times (or null) of files that no longer have them. `attempts` start at 1 and grow when a person asks
 * again for what was refused: an attempt that was refused stays refused, as those of commands do. A retry with the same imageIds adds no image twice. `username` and `userRole` are required by the specification, but
 * the uploader is always the signed-in user.
 */
export const uploadFields = z.strictObject({
  jobId: z.optional(z.string()),
  companyId: z.optional(z.string()),
  username: z.optional(z.string()),
  userRole: z.optional(z.string()),
  imageIds: z.optional(z.string()),
  descriptions: z.optional(z.string()),
  givenAt: z.optional(z.string()),
  takenAt: z.optional(z.string()),
  attempts: z.optional(z.string()),
})
export const imageIds = z.array(id).check(z.minLength(1), z.maxLength(uploadLimits.files))
export const descriptions = z.array(text(1_000)).check(z.maxLength(uploadLimits.files))
export const givenTimes = z.array(instant).check(z.maxLength(uploadLimits.files))
export const takenTimes = z.array(z.nullable(cameraTime)).check(z.maxLength(uploadLimits.files))
export const uploadAttempt = z.int().check(z.minimum(1), z.maximum(1_000_000))
export const uploadAttempts = z.array(uploadAttempt).check(z.maxLength(uploadLimits.files))

/** `seq` is the seq that a read must reach to include the images. */
export const uploadAnswer = z.object({
  message: z.literal('Images uploaded successfully!'),
  images: z.array(
    z.extend(z.pick(image, { imageId: true, src: true, description: true, width: true, height: true }), {
      urls: imageUrls,
    }),
  ),
  seq: z.int(),
})
export type UploadAnswer = z.infer<typeof uploadAnswer>

/** PUT /api/company/logo/:imageId. `seq` is the seq that a read must reach to include the logo. */
export const logoAnswer = z.object({ logo, url: z.string(), seq: z.int() })
export type LogoAnswer = z.infer<typeof logoAnswer>

/** The bytes of each piece of a photo sent in pieces, but for the last one, which may be shorter. */
export const pieceSize = 128 * 1024
/** How many pieces a photo of this size has. */
export const pieceCount = (size: number) => Math.ceil(size / pieceSize)
/** How many bytes a piece has; 0 or less if there is no such piece. */
export const pieceLength = (size: number, piece: number) => Math.min(pieceSize, size - piece * pieceSize)

/** The SHA-256 of a file's bytes, in hexadecimal. */
export const fileDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
export const fileSize = z.int().check(z.gte(1), z.lte(uploadLimits.fileSize))

/** The query of each call about a photo sent in pieces: the size in bytes and the SHA-256 of the whole. */
export const piecesQuery = z.strictObject({ size: z.pipe(wholeNumber, fileSize), sha256: fileDigest })
/** GET /api/:companyId/uploads/:imageId: `jobId` tells whether the photo has been added to the job already. */
export const receivedQuery = z.extend(piecesQuery, { jobId: id })
/** The pieces that the server has, counted from 0. */
export const receivedAnswer = z.object({ received: z.array(z.int()), added: z.boolean() })
export type ReceivedAnswer = z.infer<typeof receivedAnswer>

/** POST /api/:companyId/uploads/:imageId, when all pieces have been sent. */
export const finishUpload = z.strictObject({
  jobId: z.string(),
  size: fileSize,
  sha256: fileDigest,
  description: z.optional(text(1_000)),
  givenAt: z.optional(instant),
  takenAt: z.optional(cameraTime),
  /** As `attempts` of {@link uploadFields}. */
  attempt: z.optional(uploadAttempt),
})
export type FinishUpload = z.infer<typeof finishUpload>
