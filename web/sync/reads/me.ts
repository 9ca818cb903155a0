import { useQuery } from '@tanstack/react-query'
import type { Me } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { keys } from './query-keys.ts'

/** The signed-in user and their company. */
export const useMe = () =>
  useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) =>
      readOrKept({
        key: keys.me,
        schema: async () => (await import('#core/wire/account/session.ts')).me,
        read: () => call<Me>(paths.me, { signal }),
      }),
    staleTime: 5 * 60_000,
  })

/** The company's time zone: a visit is shown at its local hour, wherever the reader is. London until it has loaded. */
export const useTimeZone = (): string => useMe().data?.company.timeZone ?? 'Europe/London'
