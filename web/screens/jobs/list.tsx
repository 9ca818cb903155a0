import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Role } from '#core/model/messages.ts'
import { type JobsView, sortedBy } from '#web/features/navigation/jobs-address.ts'
import type { JobsPage } from '#web/sync/reads/jobs.ts'
import { useRecentChanges } from '#web/sync/reads/recent-changes.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from '#web/ui/list.module.css'
import { counted } from '#web/ui/number-format.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Loading, SkeletonLine, SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { JobCards } from './cards.tsx'
import { useShownRows, useSteadyRows } from './jobs-rows.ts'
import type { RowActions } from './row/row-actions.ts'
import type { Selection } from './selection/use-selection.ts'

/** Phones never need it. */
const JobsTable = lazyComponent(async () => (await import('./table.tsx')).JobsTable, <JobsSkeleton />)

/** Most lists have jobs. */
const NoJobs = lazyComponent(async () => (await import('./no-jobs.tsx')).NoJobs)

type Props = RowActions & {
  page: UseQueryResult<JobsPage>
  view: JobsView
  role: Role
  /** Cards instead of a table. */
  cards: boolean
  selection: Selection
  onView: (change: (view: JobsView) => JobsView, replace?: boolean) => void
  onClear: () => void
  onCreate: () => void
}

/** The jobs of one page, or why there are none. */
export function JobsList({ page, view, role, cards, selection, onView, onClear, onCreate, ...actions }: Props) {
  const [inUse, setInUse] = useState(false)
  const mayCreate = useMay('createJob')
  useEffect(() => {
    // While the jobs are being read.
    if (!cards) JobsTable.preload()
  }, [cards])
  const { jobIds: recent, sentence } = useRecentChanges()
  const shown = useShownRows(page.data)
  const { rows, changes, show } = useSteadyRows(shown, JSON.stringify(page.data?.asked), inUse)
  if (page.data === undefined && page.isError)
    return <ReadFailed text={`Failed to fetch jobs: ${page.error.message}`} error={page.error} onRetry={page.refetch} />
  if (page.data === undefined) return cards ? <CardsSkeleton /> : <JobsSkeleton />
  if (rows.length === 0)
    return (
      <div className={styles.card}>
        <NoJobs
          found={page.data}
          view={view}
          mayCreate={mayCreate}
          onView={onView}
          onClear={onClear}
          onCreate={onCreate}
        />
      </div>
    )
  // Includes the button that shows the changes, which would otherwise go as the pointer reaches it.
  const use = {
    onPointerEnter: () => setInUse(true),
    onPointerLeave: () => setInUse(false),
    onFocus: () => setInUse(true),
    onBlur: () => setInUse(false),
  }
  return (
    <div className={cards ? undefined : styles.card} aria-busy={page.isPlaceholderData} {...use}>
      <div className={cards ? undefined : styles.scroll}>
        {cards ? (
          <JobCards rows={rows} recent={recent} selection={selection} onWarning={actions.onWarning} />
        ) : (
          <JobsTable
            rows={rows}
            role={role}
            view={view}
            recent={recent}
            selection={selection}
            onSort={(sort) => onView((now) => sortedBy(now, sort))}
            {...actions}
          />
        )}
      </div>
      <div className={styles.foot}>
        {!cards && <span className={styles.total}>{counted(page.data.totalResults, 'job')}</span>}
        <p className={styles.said} aria-live="polite">
          {sentence}
        </p>
        {changes > 0 && (
          <button type="button" className={styles.changes} onClick={show}>
            Show {counted(changes, 'change')}
          </button>
        )}
        <Pager
          page={view.page}
          totalPages={page.data.totalPages}
          onPage={(number) => onView((now) => ({ ...now, page: number }))}
        />
      </div>
    </div>
  )
}

const CardsSkeleton = () => (
  <Loading>
    <div className={styles.waiting}>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((card) => (
        <div key={card} className={styles.card}>
          <SkeletonLine width="30%" />
          <SkeletonLine width="65%" height={16} />
          <SkeletonLine width="50%" />
        </div>
      ))}
    </div>
  </Loading>
)

function JobsSkeleton() {
  return (
    <Loading>
      <SkeletonRows
        rows={16}
        columns={{
          id: 44,
          status: 84,
          warning: 96,
          site: 150,
          order: 70,
          created: 80,
          visit: 140,
          agency: 110,
          do: 90,
        }}
      />
    </Loading>
  )
}
