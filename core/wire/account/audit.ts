import * as z from 'zod/mini'
import { id } from '#core/model/values.ts'
import { people } from '#core/wire/common.ts'

/** Entries of the audit list are kept for so many days. */
export const auditDays = 400
export const auditPageSize = 50

/** What the audit list of a company has. */
export const auditKinds = ['signed-in', 'sign-in-failed', 'refused', 'exported', 'role-changed', 'key-changed'] as const
export type AuditKind = (typeof auditKinds)[number]

/**
 * What a person did or tried, and from where. Repeats within an hour are one entry: `times` is how many, the device is that of the
 * last. `detail` and `target` say more by kind: the code of a refusal and the call or command, what was exported and of which job,
 * the new role and whose, the key.
 */
export const auditEntry = z.object({
  entryId: z.string(),
  kind: z.enum(auditKinds),
  userId: id,
  detail: z.string(),
  target: z.string(),
  /** Empty if they were too many within the hour to list each, or were erased. */
  address: z.string(),
  device: z.string(),
  firstAt: z.string(),
  lastAt: z.string(),
  times: z.int(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** GET /api/history/security. `before` is the `next` of the previous page. */
export const auditQuery = z.strictObject({
  before: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z-[0-9a-f]{32}$/))),
})

/** Newest first. `next` is missing at the end. */
export const auditAnswer = z.object({ entries: z.array(auditEntry), people, next: z.optional(z.string()) })
export type AuditAnswer = z.infer<typeof auditAnswer>
