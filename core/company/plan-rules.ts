import { may } from '#core/model/access.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import type { CompanyPlan } from './company.ts'
import { type Plan, planOfTier } from './plans.ts'

const day = 86_400_000

/** A plan that renews itself goes on for this many days after its end, in which the renewal can be paid. */
export const graceDays = 3

/** Whether a plan has ended, and with it the right to create new jobs; all else goes on. */
export function hasEnded({ expiryDate, standing }: CompanyPlan, now: string): boolean {
  const renews = standing === 'active' || standing === 'payment failed'
  return Date.parse(now) >= Date.parse(expiryDate) + (renews ? graceDays * day : 0)
}

/** The days that are left of what is paid for or may be tried, the one that has begun among them. */
export const daysLeft = ({ expiryDate }: Pick<CompanyPlan, 'expiryDate'>, now: string) =>
  Math.max(0, Math.ceil((Date.parse(expiryDate) - Date.parse(now)) / day))

/** What a company without a plan is on: its name in the middle of a sentence. */
export const planName = ({ businessTier }: Pick<CompanyPlan, 'businessTier'>) =>
  planOfTier(businessTier)?.name ?? 'free trial'

/** The refusal of a new job where the plan has ended; nothing where it has not, or is not known as in a browser. */
export function refusalOfNewJob(plan: CompanyPlan | undefined, now: string | undefined): Refusal | undefined {
  if (!plan || !now || !hasEnded(plan, now)) return undefined
  const plain = planName(plan)
  return refuse('plan-ended', { plan: planOfTier(plan.businessTier) ? `${plain} plan` : plain })
}

/** The plan that somebody wants to buy, or why they may not. The plan that one has and that renews itself is not sold twice. */
export function planToBuy(have: CompanyPlan, tier: number, role: ActorRole, now: string): Plan | Refusal {
  if (!may.buyPlans(role)) return refuse('owner-only')
  const plan = planOfTier(tier)
  if (!plan) return refuse('no-such-plan', {}, 'tier')
  const renews = have.standing === 'active' && !hasEnded(have, now)
  return renews && have.businessTier === tier ? refuse('plan-owned', { plan: plan.name }) : plan
}
