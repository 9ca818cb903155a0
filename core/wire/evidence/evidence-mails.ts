import * as z from 'zod/mini'
import { longestMessage } from '#core/job/evidence-mail/evidence-mail-messages.ts'
import { day, id, text } from '#core/model/values.ts'
import { isEmail } from '#core/site/values.ts'

/**
 * POST /api/jobs/:jobId/evidence/email: to whom the evidence pack is sent, with which words, and the same options as for a download.
 * The caller makes the `mailId`; a mail with one that was used for the job is not sent again.
 */
export const sendEvidence = z.strictObject({
  mailId: id,
  recipient: text(254).check(z.trim(), z.refine(isEmail)),
  message: z.optional(text(longestMessage)),
  copy: z.optional(z.enum(['office', 'team'])),
  from: z.optional(day),
  to: z.optional(day),
  prices: z.optional(z.boolean()),
  notes: z.optional(z.boolean()),
})
export type SendEvidence = z.infer<typeof sendEvidence>

/** `seq` is the event that tells of it. */
export const evidenceSentAnswer = z.object({ seq: z.int() })
export type EvidenceSentAnswer = z.infer<typeof evidenceSentAnswer>
