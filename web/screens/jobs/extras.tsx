import { IconNote, IconPhoto, IconTool } from '@tabler/icons-react'
import type { JobRow } from '#core/projections/job-row.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { visitIn } from '#web/ui/time/format-instant.ts'
import styles from './extras.module.css'

/** Icons for a job's images, comments and ready tasks, each in its own place. */
export const Extras = ({ row, size = 18 }: { row: JobRow; size?: number }) => (
  <span className={styles.extras} style={{ gridTemplateColumns: `repeat(3, ${size}px)` }}>
    <span>{row.images > 0 && <Extra icon={IconPhoto} name="Has images" size={size} />}</span>
    <span>{row.notes > 0 && <Extra icon={IconNote} name="Has comments" size={size} />}</span>
    <span className={styles.ready}>
      {row.readyTasks.length > 0 && <Extra icon={IconTool} name="Has a ready task" size={size} />}
    </span>
  </span>
)

const Extra = ({ icon: Icon, name, size }: { icon: typeof IconNote; name: string; size: number }) => (
  <>
    <Icon size={size} stroke={1.5} aria-hidden />
    <span className="sr">{name}</span>
  </>
)

/** When the visit is, or 'Not scheduled'. */
export function Schedule({ row }: { row: JobRow }) {
  const zone = useTimeZone()
  if (!row.jobStart || !row.jobEnd) return <span className={styles.quiet}>Not scheduled</span>
  return visitIn(row.jobStart, row.jobEnd, zone)
}
