import * as z from 'zod/mini'
import { instant, text } from '#core/model/values.ts'

/** POST /api/company/closing: the owner types the company's name. */
export const closingRequest = z.strictObject({ name: text(200) })
export type ClosingRequest = z.infer<typeof closingRequest>

/** Until when the company can be reopened; then it is erased. */
export const closingAnswer = z.object({ eraseAt: instant })
export type ClosingAnswer = z.infer<typeof closingAnswer>
