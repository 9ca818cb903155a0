import { memo } from 'react'
import { Link } from 'react-router'
import type { JobRow } from '#core/projections/job-row.ts'
import type { JobColumn } from '#core/views/jobs-list.ts'
import { columns } from '#web/screens/jobs/columns.tsx'
import styles from '#web/screens/jobs/table.module.css'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import type { RowActions } from './row-actions.ts'

/** Loaded once rows are selected. */
const RowCheck = lazyComponent(async () => (await import('./row-check.tsx')).RowCheck)

type Props = Omit<RowActions, 'onSchedule'> & {
  row: JobRow
  /** The columns between the number and the actions. */
  shown: readonly JobColumn[]
  changed: boolean
  mayWork: boolean
  mayEdit: boolean
  /** Whether the job is selected; undefined while the list has no check boxes. */
  selected: boolean | undefined
}

/** One job in the table, with what the user may do with it. `changed` marks it as just changed by someone else. */
export const TableRow = memo(function TableRow({
  row,
  shown,
  changed,
  mayWork,
  mayEdit,
  onWarning,
  onEdit,
  selected,
}: Props) {
  const { jobId, jobRef, apartmentName } = row
  return (
    <tr data-changed={changed || undefined} data-selected={selected || undefined}>
      {selected !== undefined && (
        <td>
          <RowCheck of={apartmentName} checked={selected} />
        </td>
      )}
      <td className={styles.quiet}>{jobRef || 'New'}</td>
      {shown.map((one) => {
        const { className, title, cell } = columns[one]
        const content = cell(row, mayWork ? onWarning : undefined)
        if (one !== 'site')
          return (
            <td key={one} className={className} title={title?.(row)}>
              {content}
            </td>
          )
        return (
          <th key={one} scope="row" className={className} title={apartmentName}>
            {content}
          </th>
        )
      })}
      <td>
        <span className={styles.actions}>
          <Link to={`/job/${jobId}`} className={styles.action} data-view>
            View<span className="sr"> {apartmentName}</span>
          </Link>
          {mayEdit && (
            <button type="button" className={styles.action} onClick={() => onEdit(row)}>
              Edit<span className="sr"> {apartmentName}</span>
            </button>
          )}
        </span>
      </td>
    </tr>
  )
})
