import { useEffect, useRef } from 'react'
import { clockOf } from './dragging.ts'
import { gridPosition } from './grid-position.ts'
import type { VisitDrag } from './use-visit-drag.ts'
import styles from './week-grid.module.css'

/** The place and times a dragged visit would have; the page scrolls to it. */
export function DragPreview({ drag: { to }, column }: { drag: VisitDrag; column: number }) {
  const { start, end } = to
  const box = useRef<HTMLDivElement>(null)
  const edge = `${column} ${start} ${end}`
  useEffect(() => {
    if (edge) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [edge])
  return (
    <div ref={box} className={styles.preview} style={gridPosition({ column, start, end })} aria-hidden>
      {clockOf(start)}–{clockOf(end)}
    </div>
  )
}
