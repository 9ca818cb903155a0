import type { CSSProperties } from 'react'
import { downTo } from './dragging.ts'

type GridPosition = { column: number; start: number; end: number; lane?: number; lanes?: number; span?: number }

/** The CSS position of part of a day over the grid: in its day's column and its lane. */
export function gridPosition({ column, start, end, lane = 0, lanes = 1, span = 1 }: GridPosition): CSSProperties {
  const top = downTo(start)
  const [left, width] = [(100 * (column + lane / lanes)) / 7, (100 * span) / lanes / 7]
  return {
    top: `${top}%`,
    height: `${downTo(end) - top}%`,
    // The last day is anchored right, so that a visit that grows on hover stays within the grid.
    ...(column === 6 ? { right: `${100 - left - width}%` } : { left: `${left}%` }),
    width: `${width}%`,
  }
}

/** The CSS position of what counts the visits without a lane: at the right of the day's column, ending where they do. */
export const footPosition = ({
  column,
  start,
  end,
}: {
  column: number
  start: number
  end: number
}): CSSProperties => ({
  right: `${(100 * (6 - column)) / 7}%`,
  // Where it would cover a short visit, it is below.
  ...(end - start < 45 ? { top: `${downTo(end)}%` } : { bottom: `${100 - downTo(end)}%` }),
})
