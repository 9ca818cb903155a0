import * as z from 'zod/mini'

/** The body of every refusal and failure. `code` is for programs, `error` for people, `field` names the field at fault. */
export const failure = z.object({ error: z.string(), code: z.string(), field: z.optional(z.string()) })
export type Failure = z.infer<typeof failure>

export const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))

/** A seq that the answer must have reached; the API waits up to two seconds for it. */
export const after = z.optional(wholeNumber)
export const afterQuery = z.strictObject({ after })

/** Names of the people whom an answer mentions, by user id. */
export const people = z.record(z.string(), z.string())
