import { Link } from 'react-router'
import { useCompanyPlan } from './company-plan.ts'
import { planLabel } from './plan-label.ts'
import styles from './plan-line.module.css'

/** The plan or the days left, beside the company's name; nothing for the team. */
export function PlanLine({ onOpen }: { onOpen?: () => void }) {
  const { plan } = useCompanyPlan()
  if (!plan) return null
  const { text, urgent } = planLabel(plan, new Date().toISOString())
  return (
    <Link to="/subscription" className={styles.line} data-urgent={urgent || undefined} onClick={onOpen}>
      {text}
    </Link>
  )
}
