import type { CompanyPlan } from '#core/company/company.ts'
import { daysLeft, hasEnded, planName } from '#core/company/plan-rules.ts'

/** The state of the plan, in a sentence. */
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
    return `${what} ended on ${day}. You can still read everything and finish work in progress, but new jobs need a plan.`
  if (plan.standing === 'active') return `${what} renews on ${day}.`
  if (plan.standing === 'payment failed')
    return `The last payment for ${name} failed. Change the card under Manage payment, or choose a plan.`
  const days = daysLeft(plan, now)
  const left = days === 1 ? 'within a day' : `in ${days} days`
  return isTrial ? `${what} ends on ${day}, ${left}.` : `${what} ends on ${day}, ${left}, and will not renew.`
}
