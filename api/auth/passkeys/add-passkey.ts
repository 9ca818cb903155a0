import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { readSecondFactor, replaceRecoveryCodes } from '#api/accounts/second-factor/factor-rows.ts'
import { addChallenge, redeemChallenge } from '#api/accounts/second-factor/passkey-challenges.ts'
import { addPasskey, readCredentials } from '#api/accounts/second-factor/passkey-rows.ts'
import { makeRecoveryCodes } from '#api/accounts/second-factor/redeem-code.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import { notSignedIn } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { deviceName } from '#core/wire/account/device-name.ts'
import { type AddPasskeyAnswer, addPasskeyRequest, mostPasskeys } from '#core/wire/account/passkeys.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { challengeIn } from './challenge-in.ts'
import { loadWebAuthn } from './load-web-authn.ts'
import { relyingParty, signatureKinds } from './relying-party.ts'

/** POST /api/auth/passkeys/options: what the browser needs to make a passkey that signs in without a name. */
export const askForPasskey =
  ({ authPool, config, ledgerPool }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { rpID } = relyingParty(config, req)
    const user = await readSessionUser(ledgerPool, member)
    if (!user) throw notSignedIn()
    const known = await readCredentials(authPool, member.userId)
    if (known.length >= mostPasskeys) throw tooMany
    const challenge = await addChallenge(authPool, { purpose: 'add', userId: member.userId })
    const { generateRegistrationOptions } = await loadWebAuthn()
    res.json(
      await generateRegistrationOptions({
        rpName: 'Fettle',
        rpID,
        userID: new Uint8Array(Buffer.from(member.userId.replaceAll('-', ''), 'hex')),
        userName: user.email,
        userDisplayName: user.username,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        attestationType: 'none',
        excludeCredentials: known,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: signatureKinds,
        timeout: 300_000,
      }),
    )
  }

/** POST /api/auth/passkeys: keeps the public key of a passkey. Answers recovery codes to a person who has none. */
export const addOwnPasskey =
  (services: Services): RequestHandler =>
  async (req, res) => {
    const { audit, authPool, config, ledgerPool } = services
    const { member } = res.locals
    const { userId, companyId } = member
    const { id, response } = parse(addPasskeyRequest, req.body).passkey
    const { rpID, origin } = relyingParty(config, req)
    const { clientDataJSON, attestationObject, transports = [] } = response
    const challenge = challengeIn(clientDataJSON)
    if (challenge === undefined || !(await redeemChallenge(authPool, challenge, { purpose: 'add', userId })))
      throw refused
    const { verifyRegistrationResponse } = await loadWebAuthn()
    const verified = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: signatureKinds,
      // It throws for whatever is wrong with what was sent.
    }).catch(() => undefined)
    if (!verified?.verified) throw refused
    const { credential } = verified.registrationInfo
    const { recoveryCodes } = await readSecondFactor(authPool, userId)
    const made = recoveryCodes === 0 ? await makeRecoveryCodes({ group: userId, isTrusted: true }) : undefined
    const passkeyId = uuid()
    const name = deviceName(req.get('user-agent') ?? '')
    const user = await readSessionUser(ledgerPool, member)
    const added = await inCompany(authPool, companyId, async (client) => {
      const publicKey = Buffer.from(credential.publicKey)
      const { id: credentialId, counter } = credential
      const added = await addPasskey(client, { passkeyId, credentialId, userId, publicKey, counter, transports, name })
      if (typeof added !== 'object') return added
      if (made) await replaceRecoveryCodes(client, { userId, hashes: made.hashes, salt: made.salt })
      await audit.recordIn(client, doneBy(req, member, 'key-changed', 'passkey'))
      if (user) await addMail(client, { mailId: uuid(), kind: 'passkey-added', recipient: user.email })
      return added
    })
    if (added === 'too-many') throw tooMany
    if (added === 'known') throw refused
    const passkey = { passkeyId, name, ...added }
    res.json({ passkey, ...(made ? { codes: made.codes } : {}) } satisfies AddPasskeyAnswer)
  }

const refused = new HttpFailure(400, {
  error: 'This passkey could not be checked. Please add it again.',
  code: 'passkey-refused',
})
const tooMany = new HttpFailure(409, {
  error: `You have ${mostPasskeys} passkeys, the most that one person can have. Remove one before you add another.`,
  code: 'too-many-passkeys',
})
