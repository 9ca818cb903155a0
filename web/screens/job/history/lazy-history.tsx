import { type ComponentProps, Suspense } from 'react'
import { later } from '#web/ui/dialogs/lazy-component.ts'
import { HistoryLoading } from './history-loading.tsx'

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
