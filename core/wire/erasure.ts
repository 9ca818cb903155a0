import * as z from 'zod/mini'
import { mostErased } from '#core/company/company.ts'
import { id, instant, text } from '#core/model/values.ts'
import { people, wholeNumber } from './common.ts'

/** GET /api/erasures?seq: what of an event can be erased, and where else the same is. */
export const erasableQuery = z.strictObject({ seq: wholeNumber })

/** One text, or a photo where `field` is `src`. `asked` says that it is of the event that was asked for. */
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

/** POST /api/erasures: as often as it is sent under one id, it is done once. */
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
/** The company's seq that tells of it. */
export const erasureAnswer = z.object({ seq: z.int() })

/** POST /api/users/:userId/erasure: what the former member is called from now on. */
export const memberErasureRequest = z.strictObject({ reason: text(500) })
export const memberErasureAnswer = z.object({ username: z.string() })
export type MemberErasureAnswer = z.infer<typeof memberErasureAnswer>
