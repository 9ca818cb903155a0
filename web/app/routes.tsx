import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { Loading } from '#web/ui/states/loading.tsx'
import { Launches } from './launches.tsx'
import { loadHistoryRail, loadJob, loadJobs, loadWaiting, PreloadNext } from './preload-next.tsx'
import { Protected } from './protected.tsx'

const PublicPages = lazy(async () => ({ default: (await import('#web/public/public-pages.tsx')).PublicPages }))
const loadSignedIn = async () => ({ default: (await import('./signed-in.tsx')).SignedIn })
const SignedIn = lazy(loadSignedIn)
const JobsScreen = lazy(async () => ({ default: (await loadJobs()).JobsScreen }))
const CalendarScreen = lazy(async () => ({
  default: (await import('#web/screens/calendar/calendar-screen.tsx')).CalendarScreen,
}))
const TodoScreen = lazy(async () => ({ default: (await import('#web/screens/todo/todo-screen.tsx')).TodoScreen }))
const PartsScreen = lazy(async () => ({ default: (await import('#web/screens/parts/parts-screen.tsx')).PartsScreen }))
const JobScreen = lazy(async () => ({ default: (await loadJob()).JobScreen }))
const WaitingScreen = lazy(async () => ({ default: (await loadWaiting()).WaitingScreen }))
const SubscriptionScreen = lazy(async () => ({
  default: (await import('#web/screens/subscription/subscription-screen.tsx')).SubscriptionScreen,
}))
const SubscriptionSuccessScreen = lazy(async () => ({
  default: (await import('#web/screens/subscription/subscription-success-screen.tsx')).SubscriptionSuccessScreen,
}))
const DashboardScreen = lazy(async () => ({
  default: (await import('#web/screens/dashboard/dashboard-screen.tsx')).DashboardScreen,
}))
const HistoryScreen = lazy(async () => ({
  default: (await import('#web/screens/history/history-screen.tsx')).HistoryScreen,
}))
const ImportScreen = lazy(async () => ({
  default: (await import('#web/screens/import/import-screen.tsx')).ImportScreen,
}))
const TeamScreen = lazy(async () => ({ default: (await import('#web/screens/team/team-screen.tsx')).TeamScreen }))
const ProjectionsScreen = lazy(async () => ({
  default: (await import('#web/screens/projections/projections-screen.tsx')).ProjectionsScreen,
}))
const ProfileScreen = lazy(async () => ({
  default: (await import('#web/screens/profile/profile-screen.tsx')).ProfileScreen,
}))

/** Preloaded so that these screens open immediately, even if the connection has been lost by then. */
const afterJobs = [loadJob, loadHistoryRail, loadWaiting]
const afterJob = [loadJobs]
const afterTodos = [loadWaiting]

/** Every address and its screen, one line each. */
export const Screens = () => (
  <Suspense fallback={<Loading />}>
    <Launches />
    <Routes>
      <Route element={<Protected area={SignedIn} ahead={loadSignedIn} />}>
        <Route path="/sites" element={<PreloadNext then={afterJobs} screen={<JobsScreen />} />} />
        <Route path="/calendar" element={<CalendarScreen />} />
        <Route path="/todo" element={<PreloadNext then={afterTodos} screen={<TodoScreen />} />} />
        <Route path="/parts" element={<PartsScreen />} />
        <Route path="/job/:jobId" element={<PreloadNext then={afterJob} screen={<JobScreen />} />} />
        <Route path="/import" element={<ImportScreen />} />
        <Route path="/dashboard" element={<DashboardScreen />} />
        <Route path="/history" element={<HistoryScreen />} />
        <Route path="/team" element={<TeamScreen />} />
        <Route path="/projections" element={<ProjectionsScreen />} />
        <Route path="/profile" element={<ProfileScreen />} />
        <Route path="/waiting" element={<WaitingScreen />} />
        <Route path="/subscription" element={<SubscriptionScreen />} />
        <Route path="/subscription/success" element={<SubscriptionSuccessScreen />} />
      </Route>
      <Route path="*" element={<PublicPages />} />
    </Routes>
  </Suspense>
)
