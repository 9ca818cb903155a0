import { Link } from 'react-router'
import { refusalOfNewJob } from '#core/company/plan-rules.ts'
import { useCompanyPlan } from './company-plan.ts'
import styles from './plan-ended.module.css'

/** Why new jobs are refused, with a link to the plans; nothing while a plan is active. */
export function PlanEnded() {
  const { plan } = useCompanyPlan()
  const refusal = refusalOfNewJob(plan, new Date().toISOString())
  if (!refusal) return null
  return (
    <p className={styles.ended} role="status">
      {refusal.error} <Link to="/subscription">See the plans</Link>
    </p>
  )
}
