import { HistoryLoading } from '#web/screens/job/history-loading.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** A job's history, newest first. */
export const History = lazyComponent(async () => (await import('./history-rail.tsx')).HistoryRail, <HistoryLoading />)

/** The job at an earlier moment, in place of its cards. */
export const PastJobCards = lazyComponent(
  async () => (await import('#web/screens/job/past/past-job-cards.tsx')).PastJobCards,
  <HistoryLoading />,
)

/** Loads the history once the page is there, so that it opens also without a connection. */
export function preloadHistory() {
  History.preload()
  PastJobCards.preload()
}
