import type * as z from 'zod/mini'

/** One route, as the API's description lists it. */
export type DescribedRoute = {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  summary: string
  /** Who may call it. */
  for: 'anyone' | 'members' | 'office' | 'owner'
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** Set where the body is a form: its fields are the body's, and its files come under this name. */
  files?: string
  /** The media type of a body that is neither JSON nor a form. */
  bytes?: string
  /** The successful responses by status: a schema for JSON, a media type for anything else, undefined for an empty body. */
  answers: Record<number, z.ZodMiniType | string | undefined>
}

const audiences: Record<DescribedRoute['for'], string> = {
  anyone: 'anyone',
  members: 'all members',
  office: 'owners and admins',
  owner: 'the owner',
}

/** Who may make a call or send a command, as a sentence; `but` is the sentence that limits it. */
export const describeAudience = (audience: DescribedRoute['for'], but = '') =>
  `For ${audiences[audience]}. ${but}`.trim()
