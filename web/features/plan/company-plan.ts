import { useMemo } from 'react'
import { useMe } from '#web/sync/reads/me.ts'

/** The company's plan as it was last told, for the office alone, and the zone that its days are of. */
export function useCompanyPlan() {
  const me = useMe()
  const { office: plan, timeZone } = me.data?.company ?? {}
  return { plan, timeZone, error: me.error, again: me.refetch }
}

/** What a new job's decision asks of the plan. */
export function usePlanFacts() {
  const { plan } = useCompanyPlan()
  return useMemo(() => () => ({ ...(plan ? { plan } : {}), now: new Date().toISOString() }), [plan])
}
