import * as z from 'zod/mini'
import { attachedFile } from '#core/attachments/attachments.ts'
import { id, instant, text } from '#core/model/values.ts'
import { fileDigest, fileSize, uploadAttempt, uploadLimits } from '#core/wire/images.ts'

/**
 * POST /api/:companyId/attachments: attaches files whose pieces have all been sent to /api/:companyId/uploads/:fileId, all or none, to a job
 * or, for the office, to a site. `name` is what the file is called on the device. `forTeam` matters only for the office: what the team
 * attaches is for everybody.
 */
const given = z.strictObject({
  jobId: z.optional(id),
  siteId: z.optional(id),
  files: z
    .array(
      z.strictObject({
        fileId: id,
        size: fileSize,
        sha256: fileDigest,
        name: text(1_000),
        attempt: z.optional(uploadAttempt),
      }),
    )
    .check(z.minLength(1), z.maxLength(uploadLimits.files)),
  forTeam: z.optional(z.boolean()),
  /** When the files were given on the device. */
  givenAt: z.optional(instant),
})
export const attachFiles = given.check(
  z.refine(({ jobId, siteId }) => (jobId === undefined) !== (siteId === undefined), 'Name either a job or a site.'),
)
export type AttachFiles = z.infer<typeof attachFiles>

/** The files as they are kept: the name ends as the content does. `seq` is the seq that a read must reach to include them. */
export const attachedAnswer = z.object({ files: z.array(z.object(attachedFile)), seq: z.int() })
export type AttachedAnswer = z.infer<typeof attachedAnswer>

/** GET /api/jobs/:jobId/attachments/:fileId, and /api/sites/:siteId/files/:fileId: an address from which the file can be downloaded for a few minutes, by this session alone. */
export const attachmentAddress = z.object({ url: z.string() })
export type AttachmentAddress = z.infer<typeof attachmentAddress>

export const signedAttachment = z.object({ expires: z.string(), given: z.string(), signature: z.string() })
