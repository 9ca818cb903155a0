import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { isOffice } from '#core/access.ts'
import type { Role } from '#core/model.ts'
import type { JobRow } from '#core/projections/job-rows.ts'
import type { JobSort, JobsView } from '#web/screens/jobs-address.ts'
import styles from './table.module.css'
import { TableRow } from './table-row.tsx'

/** What a line of the list lets one do. */
export type RowActions = { onWarning: (row: JobRow) => void; onEdit: (row: JobRow) => void }

type Props = RowActions & {
  rows: readonly JobRow[]
  role: Role
  view: JobsView
  recent: ReadonlySet<string>
  onSort: (sort: JobSort) => void
}

/** The jobs as a table, ten columns for the office; the team has no work orders and no agencies. */
export function JobsTable({ rows, role, view, recent, onSort, ...actions }: Props) {
  const head = { view, onSort }
  return (
    <table className={styles.table}>
      <caption className="sr">Jobs</caption>
      <thead>
        <tr>
          <SortableHead name="ID" sort="jobRef" {...head} />
          <th scope="col">Status</th>
          <th scope="col">Warning</th>
          <SortableHead name="Site" sort="apartmentName" {...head} />
          {isOffice(role) && <th scope="col">Work Order</th>}
          <SortableHead name="Created On" sort="createdAt" {...head} />
          <SortableHead name="Schedule" sort="jobStart" {...head} />
          {isOffice(role) && <th scope="col">Agency</th>}
          <th scope="col">Extras</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody onKeyDown={moveByKeys}>
        {rows.map((row) => (
          <TableRow key={row.jobId} row={row} role={role} changed={recent.has(row.jobId)} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

type HeadProps = { name: string; sort: JobSort; view: JobsView; onSort: (sort: JobSort) => void }

function SortableHead({ name, sort, view, onSort }: HeadProps) {
  const sorted = view.sort === sort
  const Icon = !sorted ? IconArrowsSort : view.direction === 'desc' ? IconArrowDown : IconArrowUp
  const order = view.direction === 'desc' ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={sorted ? order : undefined}>
      <button type="button" className={styles.sort} data-sorted={sorted || undefined} onClick={() => onSort(sort)}>
        {name}
        <Icon size={14} stroke={sorted ? 2.25 : 1.75} aria-hidden />
      </button>
    </th>
  )
}

/** Arrows or J and K go from line to line, E edits; only while the focus is in the list. */
function moveByKeys(event: KeyboardEvent<HTMLTableSectionElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
  const row = event.target.closest('tr')
  const key = event.key.toLowerCase()
  if (key === 'e') row?.querySelector<HTMLElement>('[data-edit]')?.click()
  const other =
    key === 'arrowdown' || key === 'j'
      ? row?.nextElementSibling
      : key === 'arrowup' || key === 'k'
        ? row?.previousElementSibling
        : undefined
  if (!other) return
  event.preventDefault()
  other.querySelector<HTMLElement>('[data-view]')?.focus()
}
