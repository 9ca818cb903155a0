import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { paths } from '#core/wire/paths.ts'
import type { Me } from '#core/wire/wire.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/jobs.ts'

/** The company's plan as it was last told, for the office alone, and the zone that its days are of. */
export function useCompanyPlan() {
  const me = useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => call<Me>(paths.me, { signal }),
    staleTime: 5 * 60_000,
  })
  const { office: plan, timeZone } = me.data?.company ?? {}
  return { plan, timeZone, error: me.error, again: me.refetch }
}

/** What a new job's decision asks of the plan. */
export function usePlanFacts() {
  const { plan } = useCompanyPlan()
  return useMemo(() => () => ({ ...(plan ? { plan } : {}), now: new Date().toISOString() }), [plan])
}
