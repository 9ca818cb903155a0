import { IconClock, IconClockUp } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { JobRow } from '#core/projections/job-row.ts'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import { useMay } from '#web/sync/rights.ts'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningButton, WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { counted } from '#web/ui/number-format.ts'
import styles from './cards.module.css'
import { Extras, Schedule } from './extras.tsx'

type Props = { rows: readonly JobRow[]; recent: ReadonlySet<string>; onWarning: (row: JobRow) => void }

/** The jobs as cards, for phones. */
export function JobCards({ rows, recent, onWarning }: Props) {
  const mayWork = useMay('work')
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <JobCard key={row.jobId} row={row} changed={recent.has(row.jobId)} mayWork={mayWork} onWarning={onWarning} />
      ))}
    </ul>
  )
}

type CardProps = { row: JobRow; changed: boolean; mayWork: boolean; onWarning: (row: JobRow) => void }

const JobCard = memo(function JobCard({ row, changed, mayWork, onWarning }: CardProps) {
  const unsent = useUnsent(row.jobId).length
  return (
    <li className={styles.card} data-changed={changed || undefined}>
      <div className={styles.top}>
        <span className={styles.number}>{row.jobRef || 'New'}</span>
        <StatusBadge status={row.jobStatus} />
        {row.warning !== '' && (
          <span className={styles.warning}>
            {mayWork ? (
              <WarningButton warning={row.warning} of={row.apartmentName} onClick={() => onWarning(row)} />
            ) : (
              <WarningTag warning={row.warning} />
            )}
          </span>
        )}
      </div>
      <h2 className={styles.site}>
        <Link to={`/job/${row.jobId}`}>{row.apartmentName}</Link>
      </h2>
      <div className={styles.visit}>
        <IconClock size={16} stroke={1.75} aria-hidden />
        <span className={styles.time}>
          <Schedule row={row} />
        </span>
        <Extras row={row} size={18} />
      </div>
      {unsent > 0 && (
        <p className={styles.unsent}>
          <IconClockUp size={16} stroke={1.75} aria-hidden />
          {counted(unsent, 'change')} waiting to send
        </p>
      )}
    </li>
  )
})
