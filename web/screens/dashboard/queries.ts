import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DashboardAnswer } from '#core/wire/dashboard.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { pushedTo } from '#web/sync/ledger/ledger-positions.ts'
import { seqToAwait } from '#web/sync/ledger/ledger-store.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** Jobs become overdue as time passes, without an event. */
const refetchEvery = 60_000

/** The office's figures, refetched when a job change is pushed and once a minute. */
export const useDashboard = (enabled: boolean) =>
  useQuery({
    queryKey: keys.dashboard,
    queryFn: ({ signal }) => {
      const after = Math.max(seqToAwait() ?? 0, pushedTo('job'))
      return call<DashboardAnswer>(paths.dashboard, { query: { after }, signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: refetchEvery,
    enabled,
  })
