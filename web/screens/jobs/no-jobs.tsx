import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { hasFilters, type JobsView } from '#web/features/navigation/jobs-address.ts'
import type { JobsPage } from '#web/sync/reads/jobs.ts'
import styles from '#web/ui/list.module.css'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { PageGone } from '#web/ui/states/page-gone.tsx'

type Props = {
  found: JobsPage
  view: JobsView
  mayCreate: boolean
  onView: (change: (view: JobsView) => JobsView, replace: boolean) => void
  onClear: () => void
  onCreate: () => void
}

/** Why the list is empty, and what to do about it; of a later page, the way back to one that is not. */
export const NoJobs = ({ found, view, mayCreate, onView, onClear, onCreate }: Props) =>
  view.page > 1 && found.asked.page === view.page ? (
    <PageGone
      page={view.page}
      totalPages={found.totalPages}
      onPage={(page) => onView((now) => ({ ...now, page }), true)}
    />
  ) : hasFilters(view) ? (
    <EmptyState
      title="No jobs found."
      text="Nothing matches these filters."
      action={
        <Button variant="default" onClick={onClear}>
          Clear
        </Button>
      }
    />
  ) : (
    <EmptyState
      title="No jobs found."
      text={mayCreate ? 'The first job will be number 00001.' : 'The office hasn’t created any yet.'}
      action={
        mayCreate && (
          <div className={styles.ways}>
            <Button variant="default" onClick={onCreate}>
              Create the first job
            </Button>
            <Button component={Link} to="/import" variant="default">
              Import jobs
            </Button>
          </div>
        )
      }
    />
  )
