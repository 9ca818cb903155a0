import * as z from 'zod/mini'
import { id, instant } from '#core/model/values.ts'

/** How a text message stands: `dropped` if it was true no longer when it was to be sent. */
export const textState = z.enum(['waiting', 'sent', 'failed', 'dropped'])
export type TextState = z.infer<typeof textState>

/** A text message to a tenant. */
export const textShown = z.object({
  textId: id,
  jobId: id,
  /** Missing if the job's rows are not known yet. */
  jobRef: z.optional(z.string()),
  /** The tenant's name now; empty if the site no longer has this contact. */
  name: z.string(),
  state: textState,
  queuedAt: instant,
  /** When it is sent, while it waits. */
  dueAt: z.optional(instant),
  /** In how many parts it was sent. */
  parts: z.optional(z.int()),
  /** Why it was not sent. */
  why: z.optional(z.string()),
  /** What the sandbox would have sent, and where. */
  would: z.optional(z.object({ to: z.string(), text: z.string() })),
})
export type TextShown = z.infer<typeof textShown>

/** GET /api/texts: how tenants can be told of anything here, what was texted this month, and the newest texts. */
export const textsAnswer = z.object({
  /** Whether the server can send mail. */
  canEmail: z.boolean(),
  /** Whether texts go out by a gateway, are only written in the sandbox, or neither. */
  mode: z.enum(['gateway', 'sandbox', 'off']),
  /** Texts of this month, by the company's clock, that were sent, and in how many parts. */
  thisMonth: z.object({ texts: z.int(), parts: z.int() }),
  /** The most that the company can send in a day. */
  mostInDay: z.int(),
  /** Newest first, so many at most. */
  texts: z.array(textShown),
})
export type TextsAnswer = z.infer<typeof textsAnswer>
/** So many of the newest texts are listed. */
export const textsListed = 50
