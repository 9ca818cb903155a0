import { useMemo } from 'react'
import { useMe } from '#web/sync/reads/me.ts'

/** The company's plan as last read (office only), and the time zone of its days. */
export function useCompanyPlan() {
  const me = useMe()
  const { office: plan, timeZone } = me.data?.company ?? {}
  return { plan, timeZone, error: me.error, again: me.refetch }
}

/** The facts about the plan that deciding on a new job needs. */
export function usePlanFacts() {
  const { plan } = useCompanyPlan()
  return useMemo(() => () => ({ ...(plan ? { plan } : {}), now: new Date().toISOString() }), [plan])
}
