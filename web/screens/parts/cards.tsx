import { IconClockUp } from '@tabler/icons-react'
import type { Part } from '#core/part/part.ts'
import { DeliveryLines } from '#web/features/part/delivery.tsx'
import { StatusSelect } from '#web/features/part/status-select.tsx'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import listPage from '#web/ui/list-page.module.css'
import styles from './cards.module.css'
import { JobLink, PartActions } from './part-actions.tsx'
import type { PartRowProps } from './table.tsx'

/** The parts as cards, for phones. */
export const PartCards = ({ parts, ...row }: PartRowProps & { parts: readonly Part[] }) => (
  <ul className={listPage.cards}>
    {parts.map((part) => (
      <PartCard key={part.partId} part={part} {...row} />
    ))}
  </ul>
)

function PartCard({ part, jobs, ...actions }: PartRowProps & { part: Part }) {
  const unsent = useUnsent(part.partId).length > 0
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <span className={styles.what}>{[part.reference, part.category].filter(Boolean).join(' · ')}</span>
        <PartActions part={part} {...actions} />
      </div>
      <h2 className={styles.name}>{part.name}</h2>
      <p className={styles.place}>
        <JobLink jobId={part.jobId} jobs={jobs} none="" /> <span>{part.site || 'Stock'}</span>
      </p>
      <div className={styles.foot}>
        <DeliveryLines part={part} />
        <StatusSelect part={part} />
      </div>
      {unsent && (
        <p className={styles.unsent}>
          <IconClockUp size={16} stroke={1.75} aria-hidden />
          Waiting to send
        </p>
      )}
    </li>
  )
}
