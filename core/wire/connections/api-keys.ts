import * as z from 'zod/mini'
import { scopes } from '#core/api-keys/scopes.ts'
import { day, id, instant, requiredText } from '#core/model/values.ts'
import { people } from '#core/wire/common.ts'

/** How many API keys of a company work at the same time. */
export const mostApiKeys = 25
/** How many calls of a key are kept. */
export const callsKept = 100

/** An API key as its company's office sees it. The key itself is shown once, when it is made. */
export const apiKey = z.object({
  keyId: id,
  name: z.string(),
  /** What it begins with and its last characters, by which its holder knows it. */
  shown: z.string(),
  /** As whom it sees and gives: 'team' leaves out prices and everything else that the team may not see. */
  audience: z.enum(['office', 'team']),
  scopes: z.array(z.enum(scopes)),
  /** The agency whose jobs alone it reads; without one it reads all. */
  onlyAgency: z.optional(z.string()),
  madeBy: id,
  createdAt: instant,
  expiresAt: z.optional(instant),
  /** Noted at most once a minute. */
  lastUsedAt: z.optional(instant),
  callsToday: z.int(),
  /** Why it no longer works. */
  ended: z.optional(z.enum(['revoked', 'expired', 'maker-left'])),
})
export type ApiKeyShown = z.infer<typeof apiKey>

/** GET /api/connections/keys: newest first, those that work before those that have ended. */
export const apiKeysAnswer = z.object({ keys: z.array(apiKey), people, callsADay: z.int() })
export type ApiKeysAnswer = z.infer<typeof apiKeysAnswer>

/** GET /api/connections/keys/:keyId/calls: what a key called last and the status of each answer, newest first. */
export const keyCallsAnswer = z.object({
  calls: z.array(
    z.object({
      callId: id,
      at: instant,
      method: z.string(),
      /** Without its query, which may hold what somebody searched for. */
      path: z.string(),
      status: z.int(),
    }),
  ),
})
export type KeyCallsAnswer = z.infer<typeof keyCallsAnswer>

/** POST /api/connections/keys. `until` is the last day on which it works, in the company's time zone; without one it does not expire. */
export const newApiKey = z.strictObject({
  name: requiredText(60),
  audience: z.enum(['office', 'team']),
  scopes: z.array(z.enum(scopes)).check(z.minLength(1), z.maxLength(scopes.length)),
  /** An agency or landlord as jobs name it: the key reads their jobs alone, and changes nothing. */
  onlyAgency: z.optional(requiredText(200)),
  until: z.optional(day),
})
export type NewApiKey = z.infer<typeof newApiKey>

/** `token` is the key, which nobody can read again. */
export const madeApiKey = z.object({ keyId: id, token: z.string() })
export type MadeApiKey = z.infer<typeof madeApiKey>
