import * as z from 'zod/mini'
import { id, instant, requiredText, text } from '#core/model/values.ts'
import { signedIn } from './session.ts'

/** The most passkeys that one person can have. */
export const mostPasskeys = 20

/** The id of a credential, in base64url; at most 1,023 bytes by the standard. */
const credentialId = text(1400)
const bytes = text(8_000)

/** What the browser answers when it has made a passkey; its other fields are not used. */
export const createdPasskey = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(text(40)).check(z.maxLength(10))),
  }),
})
export type CreatedPasskey = z.infer<typeof createdPasskey>

/** What the browser answers when a passkey has signed a challenge; its other fields are not used. */
export const passkeyProof = z.object({
  id: credentialId,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
})
export type PasskeyProof = z.infer<typeof passkeyProof>

/** The answer to a call for a challenge: the options that the browser's `navigator.credentials` takes, in their JSON form. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

/** A passkey as its person sees it. */
export const passkey = z.object({
  passkeyId: id,
  name: z.string(),
  addedAt: instant,
  lastUsedAt: z.optional(instant),
})
export type Passkey = z.infer<typeof passkey>

/** POST /api/auth/passkeys */
export const addPasskeyRequest = z.strictObject({ passkey: createdPasskey })
/** `codes` are recovery codes, which a person without any gets with their first passkey. They are shown this once. */
export const addPasskeyAnswer = z.object({ passkey, codes: z.optional(z.array(z.string())) })
export type AddPasskeyAnswer = z.infer<typeof addPasskeyAnswer>

/** PUT /api/auth/passkeys/:passkeyId */
export const renamePasskeyRequest = z.strictObject({ name: requiredText(60) })

/** POST /api/auth/passkeys/sign-in */
export const passkeySignInRequest = z.strictObject({ passkey: passkeyProof })
export const passkeySignInAnswer = signedIn
