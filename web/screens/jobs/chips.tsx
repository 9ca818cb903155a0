import { askedFirst, hasFilters, type JobsView, noFilters } from '#web/features/navigation/jobs-address.ts'
import { useJobsPage } from '#web/sync/reads/jobs.ts'
import { Chips } from '#web/ui/marks/chips.tsx'

const chips = [
  { key: 'all', name: 'All', filters: {} },
  { key: 'mine', name: 'My jobs', filters: { among: 'mine' } },
  { key: 'today', name: 'Today', filters: { among: 'today' } },
  { key: 'ready', name: 'Ready', filters: { among: 'ready' } },
  { key: 'pending', name: 'Pending', filters: { status: 'pending' } },
] as const

/** The filters for jobs on a phone, with counts. Each list is prefetched, so that it shows immediately. */
export function JobChips({ view, onView }: { view: JobsView; onView: (change: (view: JobsView) => JobsView) => void }) {
  const counts = {
    all: useCount(chips[0].filters),
    mine: useCount(chips[1].filters),
    today: useCount(chips[2].filters),
    ready: useCount(chips[3].filters),
    pending: useCount(chips[4].filters),
  }
  return (
    <Chips
      label="Which jobs"
      chips={chips.map(({ key, name }) => ({ key, name, count: counts[key] }))}
      chosen={chosenIn(view)}
      onChoose={(key) => {
        const filters = chips.find((chip) => chip.key === key)?.filters
        onView((now) => ({ ...now, ...noFilters, ...orderAfter(key, chosenIn(now)), ...filters, page: 1 }))
      }}
    />
  )
}

const chosenIn = (view: JobsView) => chips.find(({ filters }) => isShown(view, filters))?.key

/** Today's visits are in the order of their times; leaving them brings the usual order back. */
function orderAfter(key: string, before: string | undefined): Partial<JobsView> {
  if (key === 'today') return { sort: 'jobStart', direction: 'asc' }
  return before === 'today' ? { sort: 'jobRef', direction: 'desc' } : {}
}

type Filters = (typeof chips)[number]['filters']

const useCount = (filters: Filters) => useJobsPage(askedFirst(filters)).data?.totalResults

/** Whether a view has these filters and no others. */
function isShown(view: JobsView, filters: Filters) {
  const { among = '', status = '' }: Partial<JobsView> = filters
  if (view.among !== among || view.status !== status) return false
  return !hasFilters({ ...view, among: '', status: '' })
}
