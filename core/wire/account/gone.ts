import * as z from 'zod/mini'
import { id, text } from '#core/model/values.ts'
import { goneCodes, mostAskedAbout } from './gone-codes.ts'

/**
 * POST /api/auth/gone: whether people who were signed in on this device have no place any more. `goneToken` came with their last
 * sign-in or renewal here.
 */
export const goneRequest = z.strictObject({
  people: z
    .array(z.strictObject({ userId: id, companyId: id, goneToken: text(100) }))
    .check(z.minLength(1), z.maxLength(mostAskedAbout)),
})
export type GoneRequest = z.infer<typeof goneRequest>

/** Those of the people who are gone, and why. Nothing is said of somebody whose token is wrong. */
export const goneAnswer = z.object({ gone: z.array(z.object({ userId: id, code: z.enum(goneCodes) })) })
export type GoneAnswer = z.infer<typeof goneAnswer>
