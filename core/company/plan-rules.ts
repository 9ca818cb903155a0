import { may } from '#core/model/access.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import type { CompanyPlan } from './company.ts'
import { type Plan, planOfTier } from './plans.ts'

const day = 86_400_000

/** A plan that renews automatically stays valid for this many days after its end, so that the renewal can be paid. */
export const graceDays = 3

/** Whether a plan has ended. Then no new jobs can be created; everything else still works. */
export function hasEnded({ expiryDate, standing }: CompanyPlan, now: string): boolean {
  const renews = standing === 'active' || standing === 'payment failed'
  return Date.parse(now) >= Date.parse(expiryDate) + (renews ? graceDays * day : 0)
}

/** The days left of a plan or trial, including today. */
export const daysLeft = ({ expiryDate }: Pick<CompanyPlan, 'expiryDate'>, now: string) =>
  Math.max(0, Math.ceil((Date.parse(expiryDate) - Date.parse(now)) / day))

/** The plan's name inside a sentence; 'free trial' without a plan. */
export const planName = ({ businessTier }: Pick<CompanyPlan, 'businessTier'>) =>
  planOfTier(businessTier)?.name ?? 'free trial'

/** The refusal of a new job after the plan has ended; undefined if it has not, or if the plan is unknown, as in a browser. */
export function refusalOfNewJob(plan: CompanyPlan | undefined, now: string | undefined): Refusal | undefined {
  if (!plan || !now || !hasEnded(plan, now)) return undefined
  const plain = planName(plan)
  return refuse('plan-ended', { plan: planOfTier(plan.businessTier) ? `${plain} plan` : plain })
}

/** The plan to buy, or the reason why it cannot be bought. A plan that already renews automatically is not sold again. */
export function planToBuy(have: CompanyPlan, tier: number, role: ActorRole, now: string): Plan | Refusal {
  if (!may.buyPlans(role)) return refuse('owner-only')
  const plan = planOfTier(tier)
  if (!plan) return refuse('no-such-plan', {}, 'tier')
  const renews = have.standing === 'active' && !hasEnded(have, now)
  return renews && have.businessTier === tier ? refuse('plan-owned', { plan: plan.name }) : plan
}
