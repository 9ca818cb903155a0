import { memo } from 'react'
import { minuteOf } from './dragging.ts'
import { footPosition } from './grid-position.ts'
import styles from './more-visits.module.css'
import type { MoreVisits as More } from './week-layout.ts'

type Props = {
  more: More
  /** Its day of the week, 0 for Monday. */
  column: number
  onOpen: (day: string) => void
}

/** At the foot of visits that leave no room for others at that time: how many others. It opens the list of the day. */
export const MoreVisits = memo(({ more: { day, start, end, count }, column, onOpen }: Props) => (
  <button
    type="button"
    className={styles.more}
    style={footPosition({ column, start: minuteOf(start), end: minuteOf(end) })}
    aria-haspopup="dialog"
    onClick={() => onOpen(day)}
  >
    +{count} more
    <span className="sr">
      , {start}–{end}
    </span>
  </button>
))
