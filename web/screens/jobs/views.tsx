import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { type JobFilters, type JobsView, noFilters, withoutCounted } from '#web/features/navigation/jobs-address.ts'
import { sameFilters } from '#web/features/navigation/same-filters.ts'
import { DashboardFilterChip } from './dashboard-filter-chip.tsx'
import styles from './views.module.css'

type View = { name: string; filters: Partial<JobFilters> }

const ofOffice: readonly View[] = [
  { name: 'All', filters: {} },
  { name: 'Overdue', filters: { only: 'overdue' } },
  { name: 'Unassigned', filters: { among: 'unassigned' } },
  { name: 'To invoice', filters: { among: 'toInvoice' } },
  { name: 'Mine', filters: { among: 'mine' } },
]
const ofTeam: readonly View[] = [
  { name: 'All', filters: {} },
  { name: 'Mine', filters: { among: 'mine' } },
  { name: 'Today', filters: { among: 'today' } },
  { name: 'Ready', filters: { among: 'ready' } },
]

/** The view that these filters make; undefined if they are no view's. */
const viewOf = (role: Role, filters: JobFilters) =>
  (isOffice(role) ? ofOffice : ofTeam).find((one) => sameFilters({ ...noFilters, ...one.filters }, filters))

type Props = { role: Role; view: JobsView; onView: (change: (view: JobsView) => JobsView) => void }

/** The lists that are needed daily, each a click away; and the dashboard's filter where it makes none of them. */
export function JobViews({ role, view, onView }: Props) {
  const { sort: _sort, direction: _direction, page: _page, ...filters } = view
  const chosen = viewOf(role, filters)
  return (
    <>
      <fieldset className={styles.views} aria-label="Which jobs">
        {(isOffice(role) ? ofOffice : ofTeam).map((one) => (
          <button
            key={one.name}
            type="button"
            className={styles.view}
            aria-pressed={one === chosen}
            onClick={() => onView((now) => ({ ...now, ...noFilters, ...one.filters, page: 1 }))}
          >
            {one.name}
          </button>
        ))}
      </fieldset>
      {!chosen && <DashboardFilterChip view={view} onClear={() => onView(withoutCounted)} />}
    </>
  )
}
