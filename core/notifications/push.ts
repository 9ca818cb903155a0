import * as z from 'zod/mini'
import { id, instant } from '#core/model/values.ts'

/** A person turns push on on so many devices at most; one more ends the oldest. */
export const mostPushDevices = 10

/** A device on which the caller turned push on. */
export const pushDevice = z.object({
  subscriptionId: id,
  /** As its browser calls itself. */
  device: z.string(),
  createdAt: instant,
  /** When it was last sent something. */
  sentAt: z.optional(instant),
  /** Since when its push service has taken nothing. */
  failingSince: z.optional(instant),
  /** Whether it is the one that asks. */
  isHere: z.boolean(),
})
export type PushDevice = z.infer<typeof pushDevice>

/** GET /api/push/devices: the key that browsers subscribe with, and the caller's devices, the newest first. */
export const pushDevicesAnswer = z.object({ publicKey: z.string(), devices: z.array(pushDevice) })
export type PushDevicesAnswer = z.infer<typeof pushDevicesAnswer>

/** PUT /api/push/devices: what a browser's push service gave it. */
export const newPushDevice = z.strictObject({
  endpoint: z.string().check(z.maxLength(2_000), z.url()),
  keys: z.strictObject({
    /** A point of the curve P-256, of 65 bytes. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    /** 16 bytes. */
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
})
export type NewPushDevice = z.infer<typeof newPushDevice>

/** POST /api/push/test: on how many of the caller's devices a test arrived at their push service, and on how many it did not. */
export const pushTestAnswer = z.object({ sent: z.number(), failed: z.number() })
export type PushTestAnswer = z.infer<typeof pushTestAnswer>

/** What a device shows. */
export const pushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** What opens when it is tapped. */
  path: z.string().check(z.startsWith('/')),
  /** A later message with the same tag takes its place. */
  tag: z.string(),
})
export type PushMessage = z.infer<typeof pushMessage>
