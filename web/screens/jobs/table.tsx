import { Fragment, type MouseEvent, type RefObject, useMemo, useRef } from 'react'
import type { Role } from '#core/model/messages.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import type { JobSort, JobsView } from '#web/features/navigation/jobs-address.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { SortableHead } from '#web/ui/sortable-head.tsx'
import { columns, shownColumns } from './columns.tsx'
import type { RowActions } from './row/row-actions.ts'
import { isRowClick } from './row/row-click.ts'
import { moveByArrows, step } from './row/step-rows.ts'
import { TableRow } from './row/table-row.tsx'
import type { Selection } from './selection/use-selection.ts'
import styles from './table.module.css'

/** Loaded once rows are selected. */
const PageCheck = lazyComponent(async () => (await import('./selection/page-check.tsx')).PageCheck)
/** Loaded after the page. */
const SelectionLayer = lazyComponent(async () => (await import('./selection/selection-layer.tsx')).SelectionLayer)

type LineKeys = RowActions & {
  rows: readonly JobRow[]
  mayWork: boolean
  mayEdit: boolean
  maySchedule: boolean
}

type Props = RowActions & {
  rows: readonly JobRow[]
  role: Role
  view: JobsView
  recent: ReadonlySet<string>
  selection: Selection
  onSort: (sort: JobSort) => void
}

/** The jobs as a table: ten columns for the office unless others are chosen; the team has no work orders and agencies. */
export function JobsTable({ rows, role, view, recent, selection, onSort, ...actions }: Props) {
  const { onWarning, onEdit } = actions
  const head = (name: string, sort: JobSort) => (
    <SortableHead name={name} sorted={sortedOf(view, sort)} onSort={() => onSort(sort)} />
  )
  const shown = useMemo(() => shownColumns(role, view.columns), [role, view.columns])
  const lines = useRef<HTMLTableSectionElement>(null)
  const allowed = { mayWork: useMay('work'), mayEdit: useMay('editJob') }
  const { selected, change } = selection
  useLineKeys(lines, { rows, ...allowed, maySchedule: useMay('schedule'), ...actions })
  return (
    <>
      <SkipLink to="pages">Skip the list</SkipLink>
      <table className={styles.table}>
        <caption className="sr">Jobs</caption>
        <thead>
          <tr>
            {selected && (
              <td>
                <PageCheck chosen={selected.chosen} {...{ rows, change }} />
              </td>
            )}
            {head('ID', 'jobRef')}
            {shown.map((one) => {
              const { name, sort } = columns[one]
              return sort ? (
                <Fragment key={one}>{head(name, sort)}</Fragment>
              ) : (
                <th key={one} scope="col">
                  {name}
                </th>
              )
            })}
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody ref={lines} onKeyDown={moveByArrows} onClick={openRow} onAuxClick={openRow} onMouseDown={keepStill}>
          {rows.map((row) => (
            <TableRow
              key={row.jobId}
              row={row}
              shown={shown}
              changed={recent.has(row.jobId)}
              selected={selected?.chosen.has(row.jobId)}
              {...{ onWarning, onEdit }}
              {...allowed}
            />
          ))}
        </tbody>
      </table>
      <SelectionLayer {...{ lines, rows, selection }} />
    </>
  )
}

const sortedOf = (view: JobsView, sort: JobSort) =>
  view.sort === sort ? (view.direction === 'desc' ? 'descending' : 'ascending') : undefined

/** Opens the job of a row that is clicked anywhere, as its View link does: with Ctrl or the middle button in a new tab. */
function openRow({ target, nativeEvent }: MouseEvent) {
  if (!(target instanceof Element)) return
  const isOnControl = target.closest('a, button, label') !== null
  if (!isRowClick(nativeEvent, isOnControl, getSelection()?.isCollapsed === false)) return
  const view = target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-view]')
  const { button, ctrlKey, metaKey } = nativeEvent
  if (button || ctrlKey || metaKey) window.open(view?.href, '_blank', 'noopener')
  else view?.click()
}

/** The middle button would start to scroll the page, and Shift would mark text. */
const keepStill = (event: MouseEvent) => (event.button === 1 || event.shiftKey) && event.preventDefault()

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
