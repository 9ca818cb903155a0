import { type KeyboardEvent, useRef, useState } from 'react'
import { type Place, placeByKey } from './slot-keys.ts'

/**
 * The empty slots of a table of people, of which Tab reaches one and the arrow keys lead to the others. Returns what the table
 * needs, and which slot Tab reaches.
 */
export function useSlotKeys(size: { rows: number; columns: number }) {
  const table = useRef<HTMLTableElement>(null)
  const [stop, setStop] = useState<Place>({ row: 0, column: 0 })
  const slotAt = ({ row, column }: Place) =>
    table.current?.tBodies[0]?.rows[row]?.querySelectorAll<HTMLElement>('[data-slot]')[column]
  const onKeyDown = (event: KeyboardEvent) => {
    const from = placeOf(event.target)
    const to = from && placeByKey(event.key, from, size)
    if (!to) return
    event.preventDefault()
    setStop(to)
    slotAt(to)?.focus()
  }
  // Of a table that has become shorter, the last row has the stop.
  return { table, onKeyDown, stop: { ...stop, row: Math.min(stop.row, size.rows - 1) } }
}

function placeOf(target: EventTarget): Place | undefined {
  if (!(target instanceof HTMLElement) || target.dataset.slot === undefined) return undefined
  const cell = target.closest('td')
  const row = cell?.parentElement
  // The first column is the person's name, the first row that of the days.
  return cell && row instanceof HTMLTableRowElement
    ? { row: row.sectionRowIndex, column: cell.cellIndex - 1 }
    : undefined
}
