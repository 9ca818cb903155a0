import { Button } from '@mantine/core'
import { Navigate } from 'react-router'
import type { CompanyPlan } from '#core/company/company.ts'
import { hasEnded } from '#core/company/plan-rules.ts'
import { launchPriceLabel, plans } from '#core/company/plans.ts'
import { isOffice, may } from '#core/model/access.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import { useUser } from '#web/client/use-user.ts'
import { useCompanyPlan } from '#web/features/plan/company-plan.ts'
import { planSentence } from '#web/features/plan/plan-sentence.ts'
import { Page } from '#web/frame/page.tsx'
import { useMay } from '#web/sync/rights.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { useCheckout } from './checkout.ts'
import { PlanCard } from './plan-card.tsx'
import styles from './subscription-screen.module.css'

/** The plans: the owner buys, an admin only sees them, the team is sent to the jobs. */
export function SubscriptionScreen() {
  const user = useUser()
  const { plan, timeZone, error, again } = useCompanyPlan()
  if (!isOffice(user.userRole)) return <Navigate to="/sites" replace />
  return (
    <Page title="Subscription plans" phoneTitle="Plans">
      <ReadState
        read={{ data: plan && timeZone ? { plan, timeZone } : undefined, error, refetch: again }}
        failed={({ message }) => `Failed to fetch your plan: ${message}`}
        skeleton={<SkeletonRows rows={10} columns={{ bronze: '30%', silver: '30%', gold: '30%' }} />}
      >
        {(known) => <Plans user={user} {...known} />}
      </ReadState>
    </Page>
  )
}

function Plans({ user, plan, timeZone }: { user: SessionUser; plan: CompanyPlan; timeZone: string }) {
  const { busy, error, start, manage } = useCheckout(user.companyId)
  const now = new Date().toISOString()
  const [buys, pays] = [useMay('buyPlans'), may.buyPlans(user.userRole)]
  const renews = plan.standing === 'active' && !hasEnded(plan, now)
  const isOwned = (tier: number) => renews && plan.businessTier === tier
  const [, , gold] = plans
  return (
    <div className={styles.plans}>
      <h2 className={styles.heading}>Choose Your Plan</h2>
      <p className={styles.standing}>{planSentence(plan, timeZone, now)}</p>
      <p className={styles.launch}>{launchPriceLabel}</p>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.cards}>
        {plans.map((one) => (
          <PlanCard
            key={one.tier}
            plan={one}
            owned={isOwned(one.tier)}
            filled={one === gold && !isOwned(gold.tier)}
            onStart={buys ? () => start(one.tier) : undefined}
            busy={busy === one.tier}
            disabled={busy !== undefined}
          />
        ))}
      </div>
      {pays && plan.subscription && (
        <Button variant={isOwned(gold.tier) ? 'filled' : 'default'} disabled={busy !== undefined} onClick={manage}>
          {busy === 'portal' ? 'Processing...' : 'Manage payment'}
        </Button>
      )}
      <p className={styles.foot}>
        {pays
          ? 'Prices in pounds. You pay on the card provider’s page and come back here. If you change plan, the unused part is credited to your next payments. Every plan change is kept in your company history.'
          : 'Prices in pounds. The owner of your company chooses and pays for the plan.'}
      </p>
    </div>
  )
}
