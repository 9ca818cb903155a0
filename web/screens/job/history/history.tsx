import { type ComponentProps, Suspense } from 'react'
import { later } from '#web/ui/dialogs/later.ts'
import { Loading, SkeletonLine } from '#web/ui/states/loading.tsx'
import styles from './history.module.css'

const loadRail = () => import('./history-rail.tsx')
const loadPast = () => import('#web/screens/job/past/past-job-cards.tsx')
const RailLater = later(async () => (await loadRail()).HistoryRail)
const PastLater = later(async () => (await loadPast()).PastJobCards)

/** Brings the history once a page stands, so that it opens also where the connection has gone meanwhile. */
export const loadHistory = () => void Promise.allSettled([loadRail(), loadPast()])

/** What happened to a job, newest first. */
export const History = (props: ComponentProps<typeof RailLater>) => (
  <Suspense fallback={<HistoryLoading />}>
    <RailLater {...props} />
  </Suspense>
)

/** The job as it was, in place of its cards. */
export const PastJobCards = (props: ComponentProps<typeof PastLater>) => (
  <Suspense fallback={<HistoryLoading />}>
    <PastLater {...props} />
  </Suspense>
)

/** Holds the place of a history that is being read. */
export const HistoryLoading = () => (
  <Loading>
    <div className={styles.skeleton}>
      {[70, 50, 80, 60, 75].map((width) => (
        <SkeletonLine key={width} width={`${width}%`} />
      ))}
    </div>
  </Loading>
)
