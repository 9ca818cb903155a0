import * as z from 'zod/mini'
import { whyNotSent } from '#core/job/failed-mail/failed-mail-messages.ts'
import { id, instant } from '#core/model/values.ts'
import { refusedWays } from '#core/site/refused-ways.ts'
import { textState } from './texts.ts'

/** A link to the tenant's page of a job, as the office sees it. */
export const tenantLinkShown = z.object({
  linkId: id,
  contactId: id,
  /** The tenant's name now; empty if the site no longer has this contact. */
  name: z.string(),
  /** The page's address without the server's; missing once it has ended. */
  path: z.optional(z.string()),
  madeAt: instant,
  /** When it was last sent by email. */
  sentAt: z.optional(instant),
  /** To which address that email could not be sent, if it was given up, and why. */
  failed: z.optional(z.object({ sentTo: z.string(), why: whyNotSent })),
  /** When it was last sent by text message, and what came of that. */
  textedAt: z.optional(instant),
  text: z.optional(z.object({ state: textState, why: z.optional(z.string()) })),
  opened: z.int(),
  lastOpenedAt: z.optional(instant),
  /** When it ends, once the job is over. */
  endsAt: z.optional(instant),
})
export type TenantLinkShown = z.infer<typeof tenantLinkShown>

/** GET /api/jobs/:jobId/tenant-links: the job's links, newest first, and the tenants of its site who can be given one. */
export const tenantLinksAnswer = z.object({
  links: z.array(tenantLinkShown),
  tenants: z.array(
    z.object({
      contactId: id,
      name: z.string(),
      hasEmail: z.boolean(),
      /** Whether their telephone number takes text messages. */
      texts: z.enum(['yes', 'no-number', 'not-mobile', 'abroad']),
      /** The ways by which they asked to be told nothing. */
      refuses: refusedWays,
    }),
  ),
  /** The address book's site of the job; missing if nothing is known of it. */
  siteId: z.optional(id),
  /** Whether the company has tenants told of anything by email: who has none then gets nothing. */
  byRule: z.boolean(),
  /** The same by text message. */
  textByRule: z.boolean(),
  /** Whether the server can send mail. */
  canSend: z.boolean(),
  /** Whether it can send text messages, or writes them in its sandbox. */
  canText: z.boolean(),
})
export type TenantLinksAnswer = z.infer<typeof tenantLinksAnswer>

/** POST /api/jobs/:jobId/tenant-links. A link that the contact has ends. */
export const newTenantLink = z.strictObject({ contactId: id })
