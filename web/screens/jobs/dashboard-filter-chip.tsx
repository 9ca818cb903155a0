import { IconX } from '@tabler/icons-react'
import type { JobsView } from '#web/features/navigation/jobs-address.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import styles from './dashboard-filter-chip.module.css'

/** The dashboard's filter, which a click removes; nothing if there is none. */
export function DashboardFilterChip({ view, onClear }: { view: JobsView; onClear: () => void }) {
  const people = usePeople()
  const { among, only, completed, visits } = view
  const parts = [
    among && sets[among],
    only === 'open' && 'Open jobs',
    only === 'overdue' && 'Overdue',
    completed && `Completed in ${monthName(completed)}`,
    visits && `This week, ${visits === 'unassigned' ? 'unassigned' : (people.get(visits)?.name ?? '...')}`,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <button type="button" className={styles.chip} onClick={onClear}>
      {parts.join(', ')}
      <IconX size={14} stroke={2} aria-hidden />
      <span className="sr">, remove</span>
    </button>
  )
}

const sets = {
  mine: 'My jobs',
  today: 'Today',
  ready: 'Ready',
  unassigned: 'Unassigned',
  toInvoice: 'To invoice',
  needsVisit: 'Needs a visit',
} as const

const monthName = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15`))
