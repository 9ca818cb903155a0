import type { CompanyPlan } from '#core/company/company.ts'
import { daysLeft, hasEnded, planName } from '#core/company/plan-rules.ts'

/** The plan in a few words, for the frame. */
export function planLabel(plan: CompanyPlan, now: string): { text: string; urgent: boolean } {
  const name = planName(plan)
  const what = name.charAt(0).toUpperCase() + name.slice(1)
  if (hasEnded(plan, now)) return { text: `${what} has ended`, urgent: true }
  if (plan.standing === 'payment failed') return { text: `${what}: payment failed`, urgent: true }
  if (plan.standing === 'active') return { text: `${what} plan`, urgent: false }
  const days = daysLeft(plan, now)
  return { text: `${what}: ${days} ${days === 1 ? 'day' : 'days'} left`, urgent: days <= 3 }
}
