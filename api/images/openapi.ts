import * as z from 'zod/mini'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { uploadAnswer, uploadFields } from '#core/wire/images.ts'
import { paths } from '#core/wire/paths.ts'

export const imageRoutes: DescribedRoute[] = [
  {
    method: 'post',
    for: 'members',
    path: paths.uploadImage,
    summary:
      'Add up to 10 photos (JPEG, PNG or WebP, 25 MB and 50 megapixels each) to a job, all or none. A retry keeps its imageIds. givenAt is when each photo was given on the device; a time outside the limits for happenedAt is replaced by the time of the upload. username and userRole must be filled in, but the uploader is always the signed-in user.',
    body: uploadFields,
    files: 'images',
    answers: { 200: uploadAnswer },
  },
  {
    method: 'get',
    for: 'anyone',
    path: paths.image,
    summary: 'An image, for anyone who has its signed address',
    query: z.object({ expires: z.string(), signature: z.string() }),
    answers: { 200: 'image/webp' },
  },
]
