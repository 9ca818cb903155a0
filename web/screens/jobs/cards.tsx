import { IconClock, IconClockUp } from '@tabler/icons-react'
import { memo, useCallback } from 'react'
import { Link } from 'react-router'
import type { JobRow } from '#core/projections/job-row.ts'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import { useMay } from '#web/sync/rights.ts'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningButton, WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { counted } from '#web/ui/number-format.ts'
import styles from './cards.module.css'
import { Extras, Schedule } from './extras.tsx'
import { type Selection, toggled } from './selection/use-selection.ts'

type Props = {
  rows: readonly JobRow[]
  recent: ReadonlySet<string>
  selection: Selection
  onWarning: (row: JobRow) => void
}

/** The jobs as cards, for phones. While jobs are selected, a tap anywhere on a card selects it. */
export function JobCards({ rows, recent, selection: { selected, change }, onWarning }: Props) {
  const onToggle = useCallback((row: JobRow) => change((now) => toggled(now, row)), [change])
  const mayWork = useMay('work')
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <JobCard
          key={row.jobId}
          row={row}
          changed={recent.has(row.jobId)}
          selected={selected?.chosen.has(row.jobId)}
          {...{ mayWork, onToggle, onWarning }}
        />
      ))}
    </ul>
  )
}

type CardProps = {
  row: JobRow
  changed: boolean
  /** Undefined while no jobs are being selected. */
  selected: boolean | undefined
  mayWork: boolean
  onToggle: (row: JobRow) => void
  onWarning: (row: JobRow) => void
}

const JobCard = memo(function JobCard({ row, changed, selected, mayWork, onToggle, onWarning }: CardProps) {
  const unsent = useUnsent(row.jobId).length
  return (
    <li className={styles.card} data-changed={changed || undefined} data-selected={selected || undefined}>
      <div className={styles.top}>
        {selected !== undefined && (
          <label className={styles.select}>
            <input type="checkbox" checked={selected} onChange={() => onToggle(row)} />
            <span className="sr">Select {row.apartmentName}</span>
          </label>
        )}
        <span className={styles.number}>{row.jobRef || 'New'}</span>
        <StatusBadge status={row.jobStatus} />
        {row.warning !== '' && (
          <span className={styles.warning}>
            {mayWork && selected === undefined ? (
              <WarningButton warning={row.warning} of={row.apartmentName} onClick={() => onWarning(row)} />
            ) : (
              <WarningTag warning={row.warning} />
            )}
          </span>
        )}
      </div>
      <h2 className={styles.site}>
        {selected === undefined ? <Link to={`/job/${row.jobId}`}>{row.apartmentName}</Link> : row.apartmentName}
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
