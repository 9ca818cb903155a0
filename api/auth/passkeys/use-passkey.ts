import type { RequestHandler } from 'express'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { addChallenge } from '#api/accounts/second-factor/passkey-challenges.ts'
import { readCredentials } from '#api/accounts/second-factor/passkey-rows.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { openAndAnswer } from '#api/auth/sign-in/enter.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { passkeySignInRequest } from '#core/wire/account/passkeys.ts'
import { checkProof } from './check-proof.ts'
import { loadWebAuthn } from './load-web-authn.ts'
import { relyingParty } from './relying-party.ts'

const patience = 300_000

/** POST /api/auth/passkeys/sign-in/options: a challenge for whichever passkey the person chooses. */
export const challengeStranger =
  ({ authPool, config }: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    const { rpID } = relyingParty(config, req)
    await limits.passkeyChallenge(req.ip ?? '')
    const challenge = await addChallenge(authPool, { purpose: 'sign-in' })
    const { generateAuthenticationOptions } = await loadWebAuthn()
    res.json(await generateAuthenticationOptions({ ...optionsOf(rpID, challenge), allowCredentials: [] }))
  }

/** POST /api/auth/confirm/options: a challenge for the signed-in person's own passkeys. */
export const challengeMember =
  ({ authPool, config }: Services): RequestHandler =>
  async (req, res) => {
    const { userId } = res.locals.member
    const { rpID } = relyingParty(config, req)
    const challenge = await addChallenge(authPool, { purpose: 'confirm', userId })
    const allowCredentials = await readCredentials(authPool, userId)
    const { generateAuthenticationOptions } = await loadWebAuthn()
    res.json(await generateAuthenticationOptions({ ...optionsOf(rpID, challenge), allowCredentials }))
  }

/** The challenge as bytes, as the library would encode a text once more. */
const optionsOf = (rpID: string, challenge: string) => ({
  rpID,
  challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
  userVerification: 'required' as const,
  timeout: patience,
})

/**
 * POST /api/auth/passkeys/sign-in: signs in by a passkey alone. The device has checked its person, so that no password and no code is
 * asked. A wrong proof, an unknown passkey and one of a former member get the same answer.
 */
export const signInByPasskey =
  (services: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    const { passkey: proof } = parse(passkeySignInRequest, req.body)
    const checked = await checkProof(services, req, proof, { purpose: 'sign-in' })
    if (checked && !checked.isRight) services.audit.note(doneBy(req, checked.passkey, 'sign-in-failed', 'passkey'))
    const user = checked?.isRight && (await readSessionUser(services.ledgerPool, checked.passkey))
    if (!user || !(await openAndAnswer({ services, limits, req, res }, { user }, true, 'passkey'))) throw notAccepted
    await limits.passkeyUsed(req.ip ?? '')
  }

const notAccepted = new HttpFailure(401, {
  error: 'This passkey was not accepted. Please try again, or sign in with your password.',
  code: 'passkey-refused',
})
