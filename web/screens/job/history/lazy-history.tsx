import { type ComponentProps, Suspense } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.ts'
import { HistoryLoading } from './history-loading.tsx'

const loadRail = () => import('./history-rail.tsx')
const loadPast = () => import('#web/screens/job/past/past-job-cards.tsx')
const LazyRail = lazyComponent(async () => (await loadRail()).HistoryRail)
const LazyPastCards = lazyComponent(async () => (await loadPast()).PastJobCards)

/** Brings the history once a page stands, so that it opens also where the connection has gone meanwhile. */
export const loadHistory = () => void Promise.allSettled([loadRail(), loadPast()])

/** What happened to a job, newest first. */
export const History = (props: ComponentProps<typeof LazyRail>) => (
  <Suspense fallback={<HistoryLoading />}>
    <LazyRail {...props} />
  </Suspense>
)

/** The job as it was, in place of its cards. */
export const PastJobCards = (props: ComponentProps<typeof LazyPastCards>) => (
  <Suspense fallback={<HistoryLoading />}>
    <LazyPastCards {...props} />
  </Suspense>
)
