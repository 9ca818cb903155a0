import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from 'react'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import { type Step, stepped } from '#web/features/keyboard/stepped.ts'
import type { JobSort, JobsView } from '#web/features/navigation/jobs-address.ts'
import { useMay } from '#web/sync/rights.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { SortableHead } from '#web/ui/sortable-head.tsx'
import type { RowActions } from './row/row-actions.ts'
import { isRowClick } from './row/row-click.ts'
import { TableRow } from './row/table-row.tsx'
import styles from './table.module.css'

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
    <>
      <SkipLink to="pages">Skip the list</SkipLink>
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
        <tbody ref={lines} onKeyDown={moveByArrows} onClick={openRow} onAuxClick={openRow} onMouseDown={keepStill}>
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
    </>
  )
}

const sortedOf = (view: JobsView, sort: JobSort) =>
  view.sort === sort ? (view.direction === 'desc' ? 'descending' : 'ascending') : undefined

/** Opens the job of a row that is clicked anywhere, as its View link does: with Ctrl or the middle button in a new tab. */
function openRow({ target, nativeEvent }: MouseEvent) {
  if (!(target instanceof Element)) return
  const isOnControl = target.closest('a, button') !== null
  if (!isRowClick(nativeEvent, isOnControl, getSelection()?.isCollapsed === false)) return
  const view = target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-view]')
  const { button, ctrlKey, metaKey } = nativeEvent
  if (button || ctrlKey || metaKey) window.open(view?.href, '_blank', 'noopener')
  else view?.click()
}

/** The middle button would start to scroll the page. */
const keepStill = (event: MouseEvent) => event.button === 1 && event.preventDefault()

/** Moves the focus to the next or previous row; from elsewhere to the first or last one. */
function step(lines: HTMLTableSectionElement | null, line: HTMLTableRowElement | null | undefined, to: Step): boolean {
  const rows = [...(lines?.rows ?? [])]
  const at = line ? rows.indexOf(line) : -1
  const view = stepped(rows, at, to)?.querySelector<HTMLElement>('[data-view]')
  view?.focus()
  return Boolean(view)
}

const arrows: Partial<Record<string, Step>> = { ArrowDown: 'next', ArrowUp: 'previous' }

/** Arrows move between rows, even with single-key shortcuts turned off. */
function moveByArrows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const to = arrows[event.key]
  if (!to || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
  if (step(event.currentTarget, event.target.closest('tr'), to)) event.preventDefault()
}

/** J and K move between rows, from anywhere on the page. E edits, W sets the warning, S schedules the row that has the focus. */
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
    j: () => step(lines.current, focused(), 'next'),
    k: () => step(lines.current, focused(), 'previous'),
    e: act(mayEdit, on.onEdit),
    w: act(mayWork, on.onWarning),
    s: act(maySchedule, on.onSchedule),
  })
}
