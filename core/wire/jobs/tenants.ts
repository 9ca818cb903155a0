import * as z from 'zod/mini'
import { id, instant } from '#core/model/values.ts'

/** A link to the tenant's page of a job, as the office sees it. */
export const tenantLinkShown = z.object({
  linkId: id,
  contactId: id,
  /** The tenant's name now; empty if the site no longer has this contact. */
  name: z.string(),
  /** The page's address without the server's; missing once it has ended. */
  path: z.optional(z.string()),
  madeAt: instant,
  sentAt: z.optional(instant),
  opened: z.int(),
  lastOpenedAt: z.optional(instant),
  /** When it ends, once the job is over. */
  endsAt: z.optional(instant),
})
export type TenantLinkShown = z.infer<typeof tenantLinkShown>

/** GET /api/jobs/:jobId/tenant-links: the job's links, newest first, and the tenants of its site who can be given one. */
export const tenantLinksAnswer = z.object({
  links: z.array(tenantLinkShown),
  tenants: z.array(z.object({ contactId: id, name: z.string(), hasEmail: z.boolean() })),
  /** The address book's site of the job; missing if nothing is known of it. */
  siteId: z.optional(id),
  /** Whether the company has the link mailed when a visit is booked: who has no email then gets none. */
  byRule: z.boolean(),
  /** Whether the server can send mail. */
  canSend: z.boolean(),
})
export type TenantLinksAnswer = z.infer<typeof tenantLinksAnswer>

/** POST /api/jobs/:jobId/tenant-links. A link that the contact has ends. */
export const newTenantLink = z.strictObject({ contactId: id })
