import * as z from 'zod/mini'
import type { DescribedRoute } from '#api/http/described-route.ts'
import {
  finishUpload,
  logoAnswer,
  pieceSize,
  piecesQuery,
  receivedAnswer,
  receivedQuery,
  uploadAnswer,
  uploadFields,
} from '#core/wire/images.ts'
import { paths } from '#core/wire/paths.ts'

export const imageRoutes: DescribedRoute[] = [
  {
    method: 'post',
    for: 'members',
    path: paths.uploadImage,
    summary:
      'Add up to 10 photos (JPEG, PNG or WebP, 25 MB and 50 megapixels each) to a job, all or none. A retry keeps its imageIds. givenAt is when each photo was given on the device; a time outside the limits for happenedAt is replaced by the time of the upload. takenAt is the camera’s time of a file that no longer has it, or null. username and userRole must be filled in, but the uploader is always the signed-in user.',
    body: uploadFields,
    files: 'images',
    answers: { 200: uploadAnswer },
  },
  {
    method: 'get',
    for: 'members',
    path: paths.uploadPieces,
    summary: `The pieces received of a photo that is sent in pieces of ${pieceSize} bytes, which resumes after a lost connection. The image’s id, the size and the SHA-256 of the whole name the photo; pieces of which nothing has arrived for three days are removed.`,
    query: receivedQuery,
    answers: { 200: receivedAnswer },
  },
  {
    method: 'put',
    for: 'members',
    path: paths.uploadPiece,
    summary: 'One piece of a photo, counted from 0; in any order, and again without harm',
    query: piecesQuery,
    bytes: 'application/octet-stream',
    answers: { 204: undefined },
  },
  {
    method: 'post',
    for: 'members',
    path: paths.uploadPieces,
    summary: 'Add a photo whose pieces have all arrived to its job. A retry is answered alike and adds nothing twice.',
    body: finishUpload,
    answers: { 200: uploadAnswer },
  },
  {
    method: 'put',
    for: 'owner',
    path: paths.companyLogo,
    summary:
      'Set the logo on the company’s papers: a PNG or JPEG of up to 5 MB, kept at up to 600 x 240 pixels. Another logo is removed. The imageId is new, and a retry keeps it.',
    bytes: 'application/octet-stream',
    answers: { 200: logoAnswer },
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
