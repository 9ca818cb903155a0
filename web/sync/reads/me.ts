import { useQuery } from '@tanstack/react-query'
import type { Me } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { readPastPushes } from '#web/sync/device/read-past-pushes.ts'
import { pushedCompany } from '#web/sync/ledger/ledger-positions.ts'
import { keys } from './query-keys.ts'

/** The signed-in user and their company. */
export const meRead = {
  queryKey: keys.me,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readPastPushes(keys.me, pushedCompany, async () => {
      const me = await readOrKept({
        key: keys.me,
        schema: async () => (await import('#core/wire/account/session.ts')).me,
        read: () => call<Me>(paths.me, { signal }),
      })
      return { ...me, seq: me.seq ?? 0 }
    }),
}

/** {@link meRead} for a screen. */
export const useMe = () => useQuery({ ...meRead, staleTime: 5 * 60_000 })

/** The company's time zone: a visit is shown at its local hour, wherever the reader is. London until it has loaded. */
export const useTimeZone = (): string => useMe().data?.company.timeZone ?? 'Europe/London'
