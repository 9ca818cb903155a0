import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CompanyPlan } from '#core/company.ts'
import { paths } from '#core/paths.ts'
import { daysLeft, hasEnded, planName } from '#core/plan-rules.ts'
import type { Me } from '#core/wire.ts'
import { call } from '#web/call.ts'
import { keys } from '#web/queries.ts'

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

/** The plan in a few words, for the frame. */
export function planLine(plan: CompanyPlan, now: string): { text: string; urgent: boolean } {
  const name = planName(plan)
  const what = name.charAt(0).toUpperCase() + name.slice(1)
  if (hasEnded(plan, now)) return { text: `${what} has ended`, urgent: true }
  if (plan.standing === 'payment failed') return { text: `${what}: payment failed`, urgent: true }
  if (plan.standing === 'active') return { text: `${what} plan`, urgent: false }
  const days = daysLeft(plan, now)
  return { text: `${what}: ${days} ${days === 1 ? 'day' : 'days'} left`, urgent: days <= 3 }
}

/** Where the plan stands, in a sentence under the heading. */
export function planSentence(plan: CompanyPlan, timeZone: string, now: string): string {
  const name = planName(plan)
  const day = new Date(plan.expiryDate).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  })
  const isTrial = plan.standing === 'trial'
  const what = isTrial ? 'Your 14-day free trial' : `Your ${name} plan`
  if (hasEnded(plan, now))
    return `${what} ended on ${day}. Everything stays readable and work under way goes on; new jobs need a plan.`
  if (plan.standing === 'active') return `${what} is renewed on ${day}.`
  if (plan.standing === 'payment failed')
    return `The last payment for ${name} failed. Change the card under Manage payment, or choose a plan.`
  const days = daysLeft(plan, now)
  const left = days === 1 ? 'within a day' : `in ${days} days`
  return isTrial ? `${what} ends on ${day}, ${left}.` : `${what} ends on ${day}, ${left}, and is not renewed.`
}
