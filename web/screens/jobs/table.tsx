import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import type { JobSort, JobsView } from '#web/features/navigation/jobs-address.ts'
import { useMay } from '#web/sync/rights.ts'
import { SortableHead } from '#web/ui/sortable-head.tsx'
import type { RowActions } from './row-actions.ts'
import styles from './table.module.css'
import { TableRow } from './table-row.tsx'

type LineKeys = RowActions & { rows: readonly JobRow[]; mayWork: boolean; mayEdit: boolean; maySchedule: boolean }

type Props = RowActions & {
  rows: readonly JobRow[]
  role: Role
  view: JobsView
  recent: ReadonlySet<string>
  onSort: (sort: JobSort) => void
}

/** The jobs as a table: ten columns for the office; the team has no work orders and agencies. */
export function JobsTable({ rows, role, view, recent, onSort, ...actions }: Props) {
  const { onWarning, onEdit } = actions
  const head = (name: string, sort: JobSort) => (
    <SortableHead name={name} sorted={sortedOf(view, sort)} onSort={() => onSort(sort)} />
  )
  const lines = useRef<HTMLTableSectionElement>(null)
  const allowed = { mayWork: useMay('work'), mayEdit: useMay('editJob') }
  useLineKeys(lines, { rows, ...allowed, maySchedule: useMay('schedule'), ...actions })
  return (
    <table className={styles.table}>
      <caption className="sr">Jobs</caption>
      <thead>
        <tr>
          {head('ID', 'jobRef')}
          <th scope="col">Status</th>
          <th scope="col">Warning</th>
          {head('Site', 'apartmentName')}
          {isOffice(role) && <th scope="col">Work Order</th>}
          {head('Created On', 'createdAt')}
          {head('Schedule', 'jobStart')}
          {isOffice(role) && <th scope="col">Agency</th>}
          <th scope="col">Extras</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody ref={lines} onKeyDown={moveByArrows}>
        {rows.map((row) => (
          <TableRow
            key={row.jobId}
            row={row}
            role={role}
            changed={recent.has(row.jobId)}
            {...{ onWarning, onEdit }}
            {...allowed}
          />
        ))}
      </tbody>
    </table>
  )
}

const sortedOf = (view: JobsView, sort: JobSort) =>
  view.sort === sort ? (view.direction === 'desc' ? 'descending' : 'ascending') : undefined

/** Moves the focus to the next or previous row. */
function step(line: Element | null | undefined, to: 'next' | 'previous'): boolean {
  const other = to === 'next' ? line?.nextElementSibling : line?.previousElementSibling
  const view = other?.querySelector<HTMLElement>('[data-view]')
  view?.focus()
  return view !== null && view !== undefined
}

const arrows: Partial<Record<string, 'next' | 'previous'>> = { ArrowDown: 'next', ArrowUp: 'previous' }

/** Arrows move between rows, even with single-key shortcuts turned off. */
function moveByArrows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const to = arrows[event.key]
  if (!to || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
  if (step(event.target.closest('tr'), to)) event.preventDefault()
}

/** J and K move between rows, E edits, W sets the warning, S schedules; only while the list has the focus. */
function useLineKeys(
  lines: RefObject<HTMLTableSectionElement | null>,
  { rows, mayWork, mayEdit, maySchedule, ...on }: LineKeys,
) {
  const focused = () => {
    const line = document.activeElement?.closest('tr')
    return line && lines.current?.contains(line) ? line : undefined
  }
  const act = (allowed: boolean, does: (row: JobRow) => void) => () => {
    const line = focused()
    const row = line && rows[[...(lines.current?.rows ?? [])].indexOf(line)]
    return allowed && row !== undefined && does(row)
  }
  useKeys({
    j: () => step(focused(), 'next'),
    k: () => step(focused(), 'previous'),
    e: act(mayEdit, on.onEdit),
    w: act(mayWork, on.onWarning),
    s: act(maySchedule, on.onSchedule),
  })
}
