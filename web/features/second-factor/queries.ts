import type { AuthenticatorSetup, AuthenticatorStart, RecoveryCodesAnswer } from '#core/wire/account/second-factor.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

export const setUp = () => call<AuthenticatorSetup>(paths.authenticator, { method: 'POST' })
export const turnOn = (body: AuthenticatorStart) =>
  call<RecoveryCodesAnswer>(paths.authenticator, { method: 'PUT', body })
export const turnOff = () => call(paths.authenticator, { method: 'DELETE' })
export const makeNewCodes = () => call<RecoveryCodesAnswer>(paths.recoveryCodes, { method: 'POST' })
export const removePasskey = (passkeyId: string) => call(pathTo(paths.passkey, { passkeyId }), { method: 'DELETE' })
export const renamePasskey = (passkeyId: string, name: string) =>
  call(pathTo(paths.passkey, { passkeyId }), { method: 'PUT', body: { name } })
