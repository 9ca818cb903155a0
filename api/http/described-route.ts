import type * as z from 'zod/mini'

/** One route as the API's description has it. */
export type DescribedRoute = {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  summary: string
  /** Who may ask. */
  for: 'anyone' | 'members' | 'office' | 'owner'
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** Set where the body is a form: its fields are the body's, and these are its files. */
  files?: string
  /** The answers that are not failures; a text for what is no JSON, nothing for an empty answer. */
  answers: Record<number, z.ZodMiniType | string | undefined>
}
