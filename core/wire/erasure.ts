import * as z from 'zod/mini'
import { mostErased } from '#core/company/messages.ts'
import { id, instant, text } from '#core/model/values.ts'
import { people, wholeNumber } from './common.ts'

/** GET /api/erasures?seq: the texts of an event that can be erased, and other places where they are found. */
export const erasableQuery = z.strictObject({ seq: wholeNumber })

/** One text, or a photo if `field` is `src`. `asked` is true for texts of the requested event. */
const erasableText = z.object({
  seq: z.int(),
  path: z.string(),
  field: z.string(),
  text: z.string(),
  sentence: z.string(),
  actorId: z.optional(z.string()),
  recordedAt: instant,
  asked: z.boolean(),
})
export const erasableAnswer = z.object({ texts: z.array(erasableText), people })
export type ErasableAnswer = z.infer<typeof erasableAnswer>

/** POST /api/erasures: idempotent by `erasureId`. */
export const erasureRequest = z.strictObject({
  erasureId: id,
  events: z
    .array(
      z.strictObject({
        seq: z.int().check(z.positive()),
        texts: z.array(text(100)).check(z.minLength(1), z.maxLength(500)),
      }),
    )
    .check(z.minLength(1), z.maxLength(mostErased)),
  reason: text(500),
})
export type ErasureRequest = z.infer<typeof erasureRequest>
/** The company's seq of the erasure's own event. */
export const erasureAnswer = z.object({ seq: z.int() })

/** POST /api/users/:userId/erasure: `username` is the former member's new name. */
export const memberErasureRequest = z.strictObject({ reason: text(500) })
export const memberErasureAnswer = z.object({ username: z.string() })
export type MemberErasureAnswer = z.infer<typeof memberErasureAnswer>
