import type { Request } from 'express'
import { type ChallengeFor, redeemChallenge } from '#api/accounts/second-factor/passkey-challenges.ts'
import { findPasskey, redeemPasskey, type StoredPasskey } from '#api/accounts/second-factor/passkey-rows.ts'
import type { Services } from '#api/services/services.ts'
import type { PasskeyProof } from '#core/wire/account/passkeys.ts'
import { challengeIn } from './challenge-in.ts'
import { loadWebAuthn } from './load-web-authn.ts'
import { relyingParty } from './relying-party.ts'

type Checked = { passkey: StoredPasskey; isRight: boolean }

/**
 * Checks what a passkey has signed, and uses its challenge up: only on our pages, by somebody whom their device knows, and with a
 * counter that has grown. Undefined if the passkey is unknown, or not that of the person who has to confirm.
 */
export async function checkProof(
  { authPool, config }: Pick<Services, 'authPool' | 'config'>,
  req: Request,
  { id, response }: PasskeyProof,
  asked: ChallengeFor,
): Promise<Checked | undefined> {
  const { rpID, origin } = relyingParty(config, req)
  const challenge = challengeIn(response.clientDataJSON)
  const isFresh = challenge !== undefined && (await redeemChallenge(authPool, challenge, asked))
  const passkey = await findPasskey(authPool, id)
  if (!passkey || ('userId' in asked && passkey.userId !== asked.userId)) return undefined
  if (!isFresh) return { passkey, isRight: false }
  const { publicKey, counter } = passkey
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    // It throws for whatever is wrong with what was sent.
  }).catch(() => undefined)
  const isRight =
    verified?.verified === true &&
    (await redeemPasskey(authPool, passkey.passkeyId, verified.authenticationInfo.newCounter))
  return { passkey, isRight }
}
