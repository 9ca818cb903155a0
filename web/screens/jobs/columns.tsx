import type { ReactNode } from 'react'
import { capitalised } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { dayName } from '#core/time/format.ts'
import { type JobColumn, officeColumns, usualColumns } from '#core/views/jobs-list.ts'
import type { JobSort } from '#web/features/navigation/jobs-address.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningButton, WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { Extras, Schedule } from './extras.tsx'
import styles from './table.module.css'

/** Most lists do not have this column. */
const PeopleCell = lazyComponent(async () => (await import('./row/people-cell.tsx')).PeopleCell)

type Column = {
  name: string
  sort?: JobSort
  className?: string | undefined
  /** The whole of a text that may be cut. */
  title?: (row: JobRow) => string | undefined
  cell: (row: JobRow, onWarning: ((row: JobRow) => void) | undefined) => ReactNode
}

const agencyOf = ({ office }: JobRow) => office && capitalised(office.agency)

/** The columns of the table by name. The office's are empty for everybody else. */
export const columns: Record<JobColumn, Column> = {
  status: { name: 'Status', cell: (row) => <StatusBadge status={row.jobStatus} /> },
  warning: {
    name: 'Warning',
    cell: (row, onWarning) =>
      onWarning ? (
        <WarningButton warning={row.warning} of={row.apartmentName} onClick={() => onWarning(row)} />
      ) : (
        <WarningTag warning={row.warning} />
      ),
  },
  site: {
    name: 'Site',
    sort: 'apartmentName',
    className: styles.site,
    title: (row) => row.apartmentName,
    cell: (row) => row.apartmentName,
  },
  workOrder: {
    name: 'Work Order',
    className: styles.order,
    title: ({ office }) => office?.workOrder,
    cell: ({ office }) => office?.workOrder,
  },
  createdAt: { name: 'Created On', sort: 'createdAt', cell: (row) => dayName(row.createdAt) },
  visit: { name: 'Schedule', sort: 'jobStart', cell: (row) => <Schedule row={row} /> },
  people: { name: 'Assigned to', className: styles.people, cell: (row) => <PeopleCell row={row} /> },
  agency: { name: 'Agency', className: styles.agency, title: agencyOf, cell: agencyOf },
  extras: { name: 'Extras', cell: (row) => <Extras row={row} /> },
}

/** The columns that a role sees: those chosen, or the usual ones. The team never has those of the office. */
export function shownColumns(role: Role, chosen: readonly JobColumn[]): readonly JobColumn[] {
  const wanted = chosen.length > 0 ? chosen : usualColumns
  return isOffice(role) ? wanted : wanted.filter((one) => !officeColumns.includes(one))
}
