import { useQuery } from '@tanstack/react-query'
import type { SecondFactorAnswer } from '#core/wire/account/second-factor.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

export const secondFactorKey = ['second-factor']
/** The user's authenticator app and passkeys, and how many recovery codes are left; read again every so many milliseconds. */
export const useSecondFactor = (every: number | false = false) =>
  useQuery({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => call<SecondFactorAnswer>(paths.secondFactor, { signal }),
    refetchInterval: every,
  })
