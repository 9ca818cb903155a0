import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { AddPasskeyAnswer } from '#core/wire/account/passkeys.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from './call.ts'
import { CallFailure, request } from './request.ts'
import { enterBy } from './session.ts'

/** Whether this browser can use passkeys here; they need https, or this machine. */
export const hasPasskeys = () => typeof PublicKeyCredential === 'function'

/** Makes a passkey on this device or another, and adds it to the user's account. Throws {@link CallFailure}. */
export async function addPasskey(): Promise<AddPasskeyAnswer> {
  const optionsJSON = await call<PublicKeyCredentialCreationOptionsJSON>(paths.passkeyOptions, { method: 'POST' })
  const { startRegistration } = await loadPasskeys()
  const { id, response } = await startRegistration({ optionsJSON }).catch(fail)
  const { clientDataJSON, attestationObject, transports } = response
  const sent = { id, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } }
  return call<AddPasskeyAnswer>(paths.passkeys, { body: { passkey: sent } })
}

/** Signs in by a passkey that the user chooses; returns the failure, if any. */
export async function signInByPasskey(): Promise<CallFailure | undefined> {
  try {
    const options = await request<PublicKeyCredentialRequestOptionsJSON>(paths.passkeySignInOptions, { method: 'POST' })
    return await enterBy(paths.passkeySignIn, { passkey: await prove(options) })
  } catch (error) {
    if (error instanceof CallFailure) return error
    throw error
  }
}

/** Confirms by one of the user's passkeys that it is still they. Throws {@link CallFailure}. */
export async function confirmByPasskey(): Promise<void> {
  const options = await call<PublicKeyCredentialRequestOptionsJSON>(paths.confirmOptions, { method: 'POST' })
  await call(paths.confirm, { body: { passkey: await prove(options) } })
}

/** Loaded when a passkey is first used. */
const loadPasskeys = () => import('@simplewebauthn/browser')

async function prove(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await loadPasskeys()
  const { id, response } = await startAuthentication({ optionsJSON }).catch(fail)
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, response: { clientDataJSON, authenticatorData, signature } }
}

/** A browser does not tell apart who cancelled, waited too long or has no passkey here. */
function fail(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  throw new CallFailure(
    0,
    'passkey-not-used',
    isKnown ? 'This device already has a passkey for your account.' : 'No passkey was used. Please try again.',
  )
}
