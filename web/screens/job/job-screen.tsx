import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useCallback, useDeferredValue, useEffect } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { id } from '#core/model/values.ts'
import { CallFailure } from '#web/client/request.ts'
import { preloadJobDialogs } from '#web/features/job-dialogs/lazy-job-dialogs.tsx'
import { Page } from '#web/frame/page.tsx'
import { isAlikeBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useJobRead } from '#web/sync/reads/job.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { useAddress } from '#web/ui/use-address.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { PartsCard } from './cards/lazy-parts-card.tsx'
import { preloadHistory } from './history/lazy-history.tsx'
import { JobPage, type JobTab } from './job-page.tsx'
import styles from './job-screen.module.css'
import { StatusMenu } from './tasks/status-button.tsx'
import { NewTask } from './tasks/tasks.tsx'

/** Loaded after the page. */
const VisitDialogs = lazyComponent(async () => (await import('#web/features/on-site/visit-dialogs.tsx')).VisitDialogs)

const desk = '(min-width: 1180px)'
const tabs: readonly JobTab[] = ['job', 'notes', 'history']

/** One job. The tab is in the address. */
export function JobScreen() {
  useEffect(() => {
    preloadJobDialogs()
    preloadHistory()
    PartsCard.preload()
    StatusMenu.preload()
    NewTask.preload()
  }, [])
  const { jobId = '' } = useParams()
  if (!id.safeParse(jobId).success) return <NoJob title="Invalid job reference." />
  return (
    <>
      <KnownJob key={jobId} jobId={jobId} />
      <VisitDialogs jobId={jobId} />
    </>
  )
}

function KnownJob({ jobId }: { jobId: string }) {
  const [address, changeAddress] = useAddress()
  const state: unknown = useLocation().state
  const read = useJobRead(jobId)
  const job = useJob(jobId)
  const onPhone = useIsPhone()
  const atDesk = useMediaQuery(desk, undefined, { getInitialValueInEffect: false })
  // Renders this large page in the background, so that the screen stays responsive: when it opens, and after a tick, which the
  // task's own row paints first. All other changes are shown at once.
  const before = useDeferredValue(job)
  const choose = useCallback(
    (to: JobTab) => changeAddress(withTab(to), { replace: true, state }),
    [changeAddress, state],
  )
  if (job && before) {
    const tab = tabs.find((one) => one === address.get('tab')) ?? 'job'
    const shown = isAlikeBesidesTasks(job, before) ? before : job
    return <JobPage job={shown} width={onPhone ? 'phone' : atDesk ? 'desk' : 'narrow'} tab={tab} onTab={choose} />
  }
  if (read.error instanceof CallFailure && read.error.status === 404) return <NoJob title="Job not found." />
  if (read.isError)
    return (
      <JobFrame>
        <ReadFailed text="Failed to fetch job details." error={read.error} onRetry={read.refetch} />
      </JobFrame>
    )
  return (
    <JobFrame>
      <Loading>
        <div className={styles.skeleton}>
          <SkeletonRows rows={5} columns={{ task: '45%', ready: 80, price: 60 }} />
          <SkeletonRows rows={5} columns={{ name: 80, value: '40%' }} />
        </div>
      </Loading>
    </JobFrame>
  )
}

/** The address of another tab, at the same entry of the history. */
const withTab = (tab: JobTab) => (address: URLSearchParams) => {
  const entry = address.get('entry')
  return new URLSearchParams({ ...(tab === 'job' ? {} : { tab }), ...(entry === null ? {} : { entry }) })
}

const JobFrame = ({ children }: { children: ReactNode }) => (
  <Page title="Job" back={{ to: '/sites', name: 'Back to jobs' }}>
    {children}
  </Page>
)

const NoJob = ({ title }: { title: string }) => (
  <JobFrame>
    <div className={styles.none}>
      <EmptyState
        title={title}
        text="It may belong to another company, or the link may be incomplete."
        action={
          <Link className={styles.link} to="/sites">
            See all jobs
          </Link>
        }
      />
    </div>
  </JobFrame>
)
