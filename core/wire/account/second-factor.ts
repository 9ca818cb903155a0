import * as z from 'zod/mini'
import { secondFactorRule } from '#core/company/second-factor-rule.ts'
import { instant, text } from '#core/model/values.ts'
import { passkey, passkeyProof } from './passkeys.ts'
import { signedIn } from './session.ts'

/** A code of the authenticator app or a recovery code, with or without its spaces and dashes. */
const code = text(40)

/** A second factor that a person has set up. A passkey also signs in without a password. */
const secondFactorKind = z.enum(['authenticator', 'passkey'])
export type SecondFactorKind = z.infer<typeof secondFactorKind>

/**
 * What login and password links answer to a person with a second factor: no session yet, but a ticket for {@link secondStep}, and which
 * second factors they have.
 */
export const secondStepNeeded = z.object({
  secondStep: z.object({ ticket: z.string(), expiresAt: instant, factors: z.array(secondFactorKind) }),
})
export type SecondStepNeeded = z.infer<typeof secondStepNeeded>

/** The answer to a right password. */
export const signInAnswer = z.union([signedIn, secondStepNeeded])
export type SignInAnswer = z.infer<typeof signInAnswer>

/** POST /api/auth/second-step: exchanges the ticket and a code for a session. A ticket works once. */
export const secondStep = z.strictObject({ ticket: text(200), code })
export type SecondStep = z.infer<typeof secondStep>

/** POST /api/auth/confirm: a person with a second factor gives a code or uses a passkey, everybody else gives their password. */
export const confirmation = z.strictObject({
  password: z.optional(text(1024)),
  code: z.optional(code),
  passkey: z.optional(passkeyProof),
})
export type Confirmation = z.infer<typeof confirmation>

/**
 * GET /api/auth/second-factor. `recoveryCodes` is how many are left; `isRequired` if the company requires a second factor of
 * them, `asksAgain` if they have to confirm that it is they before big changes. `passwordSetAt` is missing for older passwords.
 */
export const secondFactorAnswer = z.object({
  authenticator: z.optional(z.object({ since: instant, lastUsedAt: z.optional(instant) })),
  passkeys: z.array(passkey),
  recoveryCodes: z.int(),
  isRequired: z.boolean(),
  asksAgain: z.boolean(),
  passwordSetAt: z.optional(instant),
})
export type SecondFactorAnswer = z.infer<typeof secondFactorAnswer>

/** POST /api/auth/second-factor/authenticator: a new secret, its address for a QR code, and a sealed copy to send back. */
export const authenticatorSetup = z.object({ secret: z.string(), address: z.string(), setup: z.string() })
export type AuthenticatorSetup = z.infer<typeof authenticatorSetup>

/** PUT /api/auth/second-factor/authenticator: turns the app on by a code that it shows. */
export const authenticatorStart = z.strictObject({ setup: text(1000), code })
export type AuthenticatorStart = z.infer<typeof authenticatorStart>

/** New recovery codes, which are shown this once. Earlier ones have stopped working. */
export const recoveryCodesAnswer = z.object({ codes: z.array(z.string()) })
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesAnswer>

/** PUT /api/auth/extra-checks */
export const extraChecksRequest = z.strictObject({ asksAgain: z.boolean() })
export type ExtraChecksRequest = z.infer<typeof extraChecksRequest>

/** GET /api/company/second-factor. `without` are the names of those owners and admins who have no second factor. */
export const secondFactorRuleAnswer = z.object({ secondFactorFor: secondFactorRule, without: z.array(z.string()) })
export type SecondFactorRuleAnswer = z.infer<typeof secondFactorRuleAnswer>

/** PUT /api/company/second-factor: `from` is the rule that the owner was shown. */
export const secondFactorRuleRequest = z.strictObject({ secondFactorFor: secondFactorRule, from: secondFactorRule })
export type SecondFactorRuleRequest = z.infer<typeof secondFactorRuleRequest>
