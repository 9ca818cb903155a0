import { IconCheck, IconCurrencyPound, IconSend2 } from '@tabler/icons-react'
import type { JobStatus } from '#core/job/values.ts'
import { statusColors } from '#web/ui/marks/status-colors.ts'
import styles from './status-mark.module.css'

const icons: Partial<Record<JobStatus, typeof IconCheck>> = {
  completed: IconCheck,
  'to estimate': IconCurrencyPound,
  'quote sent': IconSend2,
}
const shapes: Partial<Record<JobStatus, string | undefined>> = {
  pending: styles.ring,
  cancelled: styles.dash,
  booked: styles.disc,
}

/** A status as a small shape, distinguishable without colour. Its name is beside it, or visually hidden. */
export function StatusMark({ status }: { status: JobStatus }) {
  const Icon = icons[status]
  return (
    <span className={`${styles.mark} ${statusColors[status]}`} data-status={status} aria-hidden>
      {Icon ? <Icon size={12} stroke={2.75} /> : <span className={shapes[status]} />}
    </span>
  )
}
