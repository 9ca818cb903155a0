import type { CSSProperties } from 'react'
import { downTo } from './dragging.ts'

type Place = { column: number; start: number; end: number; lane?: number; lanes?: number; span?: number }

/** Where minutes of a day stand over the grid: in the day's column, beside what they share it with. */
export function placeOf({ column, start, end, lane = 0, lanes = 1, span = 1 }: Place): CSSProperties {
  const top = downTo(start)
  return {
    top: `${top}%`,
    height: `${downTo(end) - top}%`,
    left: `${(100 * (column + lane / lanes)) / 7}%`,
    width: `${(100 * span) / lanes / 7}%`,
  }
}
