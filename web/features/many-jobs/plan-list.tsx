import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Job } from '#core/job/job.ts'
import { isAlreadySo, type Planned } from '#core/prediction/many-jobs.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import styles from './job-lines.module.css'

type Props = {
  rows: readonly JobRow[]
  /** The jobs of these rows, in their order; undefined for one that could not be read. */
  jobs: readonly (Job | undefined)[]
  plans: readonly Planned[]
  effect?: (plan: Planned) => ReactNode
}

/** Each of many jobs, with what a change would make of it or why it is left out. */
export function PlanList({ rows, jobs, plans, effect }: Props) {
  const planOf = new Map(plans.map((plan) => [plan.job.jobId, plan]))
  return (
    <ol className={styles.lines} aria-label="Jobs">
      {rows.map((row, nth) => {
        const plan = planOf.get(row.jobId)
        return (
          <li key={row.jobId} className={styles.line}>
            <span className={styles.number}>{row.jobRef || 'New'}</span>
            <span className={styles.site}>{row.apartmentName}</span>
            {!jobs[nth] && <span className={styles.leftOut}>Failed to fetch job details.</span>}
            {plan && <Effect plan={plan} effect={effect} />}
          </li>
        )
      })}
    </ol>
  )
}

function Effect({ plan, effect }: { plan: Planned; effect: Props['effect'] }) {
  if (isAlreadySo(plan)) return <span className={styles.leftOut}>Already set</span>
  if ('refusal' in plan) return <span className={styles.leftOut}>{plan.refusal.error}</span>
  if (effect) return <span className={styles.effect}>{effect(plan)}</span>
  const { before, after } = plan.made
  return (
    <span className={styles.effect}>
      {before.jobStatus === after.jobStatus ? (
        'stays'
      ) : (
        <>
          <StatusBadge status={before.jobStatus} />
          <IconArrowRight size={14} stroke={1.75} aria-hidden />
          <span className="sr"> becomes </span>
        </>
      )}
      <StatusBadge status={after.jobStatus} />
    </span>
  )
}
