import * as z from 'zod/mini'
import { companyEntry } from '#core/history/company-entry.ts'
import { isEventType } from '#core/ledger/ledger.ts'
import { id, instant, requiredText, text } from '#core/model/values.ts'
import { people } from '#core/wire/common.ts'

/** How many webhooks a company may have. */
export const mostWebhooks = 10
export const deliveriesPageSize = 20
/** The type of a delivery that somebody sends to try a webhook. */
export const testType = 'Test'

/** Why a webhook is off: somebody paused it, nothing arrived for days, its receiver is gone, or nobody answers for it any more. */
export const offReasons = ['paused', 'failing', 'gone', 'maker-left'] as const
export type OffReason = (typeof offReasons)[number]

const audience = z.enum(['office', 'team'])

/** A webhook as its company's office sees it. Its secret is shown once, when it is made. */
export const webhook = z.object({
  webhookId: id,
  url: z.string(),
  /** As whom it sees: 'team' leaves out prices and everything else that the team may not see. */
  audience,
  /** The types of event that it is told of; empty for all that its audience sees. */
  eventTypes: z.array(z.string()),
  /** The agency of whose jobs alone it is told. */
  onlyAgency: z.optional(z.string()),
  /** What its secret begins with and its last characters. */
  secretShown: z.string(),
  /** Until when deliveries are signed with the earlier secret too; missing if there is none. */
  earlierSecretUntil: z.optional(instant),
  /** Who answers for it: it turns off when they are removed or become a team member. */
  answeredBy: id,
  createdAt: instant,
  off: z.optional(z.enum(offReasons)),
  failingSince: z.optional(instant),
  /** When a delivery last arrived. */
  deliveredAt: z.optional(instant),
  /** The event that it has come to: those after it are still to be queued. */
  seq: z.int(),
  /** How many deliveries have failed and have not arrived since. */
  failed: z.int(),
})
export type WebhookShown = z.infer<typeof webhook>

/** GET /api/connections/webhooks: the oldest first. `seq` is that of the newest event. */
export const webhooksAnswer = z.object({ webhooks: z.array(webhook), people, seq: z.int() })
export type WebhooksAnswer = z.infer<typeof webhooksAnswer>

const url = z.string().check(z.minLength(1), z.maxLength(1000))
const eventTypes = z.array(text(60).check(z.refine(isEventType))).check(z.maxLength(300))

/** POST /api/connections/webhooks, and PUT of one. */
export const newWebhook = z.strictObject({ url, audience, eventTypes, onlyAgency: z.optional(requiredText(200)) })
export type NewWebhook = z.infer<typeof newWebhook>

/** `secret` signs the deliveries; nobody can read it again. */
export const madeWebhook = z.object({ webhookId: id, secret: z.string() })
export type MadeWebhook = z.infer<typeof madeWebhook>

/** POST .../secret: a new secret, which nobody can read again. Deliveries are signed with the earlier one too until an instant. */
export const rolledSecret = z.object({ secret: z.string(), earlierUntil: instant })
export type RolledSecret = z.infer<typeof rolledSecret>

/** POST .../on */
export const webhookOn = z.strictObject({ isOn: z.boolean() })

/** POST .../replay: everything after this seq is sent again, each event under the id of its delivery. */
export const replayWebhook = z.strictObject({ after: z.int().check(z.minimum(0)) })

/** What was sent about one event, or to try the webhook. */
export const delivery = z.object({
  deliveryId: id,
  type: z.string(),
  seq: z.optional(z.int()),
  /** 'parked' was given up, until somebody asks for it again. */
  state: z.enum(['waiting', 'delivered', 'parked']),
  tries: z.int(),
  queuedAt: instant,
  /** Of the last try, missing before the first: when it was, how long it took in milliseconds, and what came of it. */
  triedAt: z.optional(instant),
  took: z.optional(z.int()),
  status: z.optional(z.int()),
  failure: z.optional(z.string()),
  /** When it is tried next. */
  nextTryAt: z.optional(instant),
})
export type DeliveryShown = z.infer<typeof delivery>

/** GET .../deliveries. `before` is the `next` of the previous page; `failed` leaves out those that arrived. */
export const deliveriesQuery = z.strictObject({
  before: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z-[0-9a-f-]{36}$/))),
  failed: z.optional(z.literal('yes')),
})

/** Newest first. `next` is missing at the end. */
export const deliveriesAnswer = z.object({ deliveries: z.array(delivery), next: z.optional(z.string()) })
export type DeliveriesAnswer = z.infer<typeof deliveriesAnswer>

/** GET .../deliveries/:deliveryId: also what is sent, as of now, and the beginning of the last answer. */
export const deliveryAnswer = z.object({ delivery, body: z.optional(z.string()), answer: z.optional(z.string()) })
export type DeliveryAnswer = z.infer<typeof deliveryAnswer>

/** How many deliveries are tried again. */
export const retried = z.object({ retried: z.int() })
export type Retried = z.infer<typeof retried>

/** The body of a delivery: an event as GET /api/events has it for the webhook's audience. */
export const webhookPayload = z.object({
  type: z.string(),
  /** When the event was recorded. */
  timestamp: instant,
  companyId: id,
  webhookId: id,
  /** Missing in a test. */
  event: z.optional(companyEntry),
  /** The names now of the people in the event, by id. */
  people,
})
export type WebhookPayload = z.infer<typeof webhookPayload>
