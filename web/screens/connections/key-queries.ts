import { useQuery } from '@tanstack/react-query'
import type { ApiKeysAnswer, KeyCallsAnswer, MadeApiKey, NewApiKey } from '#core/wire/connections/api-keys.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

export const keysKey = ['api-keys']

/** The company's API keys; polled to keep their 'last used' current. */
export const useApiKeys = () =>
  useQuery({
    queryKey: keysKey,
    queryFn: ({ signal }) => call<ApiKeysAnswer>(paths.apiKeys, { signal }),
    refetchInterval: 30_000,
  })

export const makeKey = (body: NewApiKey) => call<MadeApiKey>(paths.apiKeys, { method: 'POST', body })
export const revokeKey = (keyId: string) => call(pathTo(paths.apiKey, { keyId }), { method: 'DELETE' })

/** What a key called last, read each time that it is asked for. */
export const useCallsOfKey = (keyId: string) =>
  useQuery({
    queryKey: [...keysKey, keyId, 'calls'],
    queryFn: ({ signal }) => call<KeyCallsAnswer>(pathTo(paths.apiKeyCalls, { keyId }), { signal }),
    gcTime: 0,
  })
