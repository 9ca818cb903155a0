import * as z from 'zod/mini'
import { image } from '#core/job/job.ts'
import { id, instant, text } from '#core/model/values.ts'

/** Ready-to-use URLs of a picture, valid for 24 to 48 hours and constant throughout a day (UTC). */
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
 * The fields of POST /api/:companyId/uploadImage, besides one to ten files named `images`. `imageIds`, `descriptions` and
 * `givenAt` are JSON lists in the order of the files; `givenAt` has the UTC instants at which the photos were given on the
 * device. A retry with the same imageIds adds no image twice. `username` and `userRole` are required by the specification, but
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
})
export const imageIds = z.array(id).check(z.minLength(1), z.maxLength(uploadLimits.files))
export const descriptions = z.array(text(1_000)).check(z.maxLength(uploadLimits.files))
export const givenTimes = z.array(instant).check(z.maxLength(uploadLimits.files))

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
