import * as z from 'zod/mini'
import { image } from '#core/job/job.ts'
import { id, text } from '#core/model/values.ts'

/** Where a picture can be had: for `src` as they stand, good for 24 to 48 hours and the same all day (UTC). */
export const imageUrls = z.object({ display: z.string(), thumbnail: z.string() })
export type ImageUrls = z.infer<typeof imageUrls>

/** By the id of the image. */
export const imageUrlsById = z.record(z.string(), imageUrls)

/** GET /api/jobs/:jobId/images: fresh addresses, for images that a push brought and when the ones at hand have ended. */
export const jobImagesAnswer = z.object({ urls: imageUrlsById, seq: z.int() })
export type JobImagesAnswer = z.infer<typeof jobImagesAnswer>

/** What one upload may hold. */
export const uploadLimits = { files: 10, fileSize: 25 * 1024 * 1024 } as const
/** For the `accept` of a file input; a phone then sends what it can convert to one of these. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/**
 * The fields of POST /api/:companyId/uploadImage, beside one to ten files called `images`. `imageIds` and `descriptions` are
 * JSON lists in the order of the files. A retry keeps its imageIds, and no image is there twice. `username` and `userRole`
 * must be there as specified, but who uploads is who is signed in.
 */
export const uploadFields = z.strictObject({
  jobId: z.optional(z.string()),
  companyId: z.optional(z.string()),
  username: z.optional(z.string()),
  userRole: z.optional(z.string()),
  imageIds: z.optional(z.string()),
  descriptions: z.optional(z.string()),
})
export const imageIds = z.array(id).check(z.minLength(1), z.maxLength(uploadLimits.files))
export const descriptions = z.array(text(1_000)).check(z.maxLength(uploadLimits.files))

/** `seq` is what a read must reach to show them. */
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
