import { memo } from 'react'
import { Link } from 'react-router'
import { capitalised } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { dayName } from '#core/time/format.ts'
import { Extras, Schedule } from '#web/screens/jobs/extras.tsx'
import styles from '#web/screens/jobs/table.module.css'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningButton, WarningTag } from '#web/ui/marks/warning-tag.tsx'
import type { RowActions } from './row-actions.ts'

/** Loaded once rows are selected. */
const RowCheck = lazyComponent(async () => (await import('./row-check.tsx')).RowCheck)

type Props = Omit<RowActions, 'onSchedule'> & {
  row: JobRow
  role: Role
  changed: boolean
  mayWork: boolean
  mayEdit: boolean
  /** Whether the job is selected; undefined while the list has no check boxes. */
  selected: boolean | undefined
}

/** One job in the table, with what the user may do with it. `changed` marks it as just changed by someone else. */
export const TableRow = memo(function TableRow({
  row,
  role,
  changed,
  mayWork,
  mayEdit,
  onWarning,
  onEdit,
  selected,
}: Props) {
  const { jobId, jobRef, apartmentName, office } = row
  return (
    <tr data-changed={changed || undefined} data-selected={selected || undefined}>
      {selected !== undefined && (
        <td>
          <RowCheck of={apartmentName} checked={selected} />
        </td>
      )}
      <td className={styles.quiet}>{jobRef || 'New'}</td>
      <td>
        <StatusBadge status={row.jobStatus} />
      </td>
      <td>
        {mayWork ? (
          <WarningButton warning={row.warning} of={apartmentName} onClick={() => onWarning(row)} />
        ) : (
          <WarningTag warning={row.warning} />
        )}
      </td>
      <th scope="row" className={styles.site} title={apartmentName}>
        {apartmentName}
      </th>
      {isOffice(role) && (
        <td className={styles.order} title={office?.workOrder}>
          {office?.workOrder}
        </td>
      )}
      <td>{dayName(row.createdAt)}</td>
      <td>
        <Schedule row={row} />
      </td>
      {isOffice(role) && (
        <td className={styles.agency} title={office && capitalised(office.agency)}>
          {office && capitalised(office.agency)}
        </td>
      )}
      <td>
        <Extras row={row} />
      </td>
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
