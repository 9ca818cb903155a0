import * as z from 'zod/mini'

/** PUT /api/morning-list: whether the caller gets the list of deadlines by email on working days. */
export const morningListChange = z.strictObject({ isOn: z.boolean() })

/** GET /api/morning-list. `isOffered` is false if this server sends no email. */
export const morningListAnswer = z.object({ isOn: z.boolean(), isOffered: z.boolean() })
export type MorningListAnswer = z.infer<typeof morningListAnswer>
