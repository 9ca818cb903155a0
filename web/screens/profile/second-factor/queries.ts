import { useQuery } from '@tanstack/react-query'
import type {
  AuthenticatorSetup,
  AuthenticatorStart,
  RecoveryCodesAnswer,
  SecondFactorAnswer,
} from '#core/wire/account/second-factor.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

export const secondFactorKey = ['second-factor']
/** The user's authenticator app, and how many recovery codes are left. */
export const useSecondFactor = () =>
  useQuery({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => call<SecondFactorAnswer>(paths.secondFactor, { signal }),
  })

export const setUp = () => call<AuthenticatorSetup>(paths.authenticator, { method: 'POST' })
export const turnOn = (body: AuthenticatorStart) =>
  call<RecoveryCodesAnswer>(paths.authenticator, { method: 'PUT', body })
export const turnOff = () => call(paths.authenticator, { method: 'DELETE' })
export const makeNewCodes = () => call<RecoveryCodesAnswer>(paths.recoveryCodes, { method: 'POST' })
