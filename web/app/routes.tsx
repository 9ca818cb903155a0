import { lazy, type ReactNode, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { lazyScreen } from '#web/ui/states/lazy-screen.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { Launches } from './launches.tsx'
import { LeftBehind } from './left-behind.tsx'
import { loadHistoryRail, loadJob, loadJobs, loadWaiting, PreloadNext } from './preload-next.tsx'
import { Protected } from './protected.tsx'
import { type ScreenPath, screenPaths } from './screen-paths.ts'
import { Start } from './start.tsx'

const PublicPages = lazyScreen(async () => (await import('#web/public/public-pages.tsx')).PublicPages)
const loadSignedIn = async () => ({ default: (await import('./signed-in.tsx')).SignedIn })
const SignedIn = lazy(loadSignedIn)
const JobsScreen = lazyScreen(async () => (await loadJobs()).JobsScreen)
const DayScreen = lazyScreen(async () => (await import('#web/screens/day/day-screen.tsx')).DayScreen)
const CalendarScreen = lazyScreen(
  async () => (await import('#web/screens/calendar/calendar-screen.tsx')).CalendarScreen,
)
const DeadlinesScreen = lazyScreen(
  async () => (await import('#web/screens/deadlines/deadlines-screen.tsx')).DeadlinesScreen,
)
const TodoScreen = lazyScreen(async () => (await import('#web/screens/todo/todo-screen.tsx')).TodoScreen)
const NotificationsScreen = lazyScreen(
  async () => (await import('#web/screens/notifications/notifications-screen.tsx')).NotificationsScreen,
)
const PartsScreen = lazyScreen(async () => (await import('#web/screens/parts/parts-screen.tsx')).PartsScreen)
const AddressBookScreen = lazyScreen(
  async () => (await import('#web/screens/address-book/address-book-screen.tsx')).AddressBookScreen,
)
const RecurringScreen = lazyScreen(
  async () => (await import('#web/screens/recurring/recurring-screen.tsx')).RecurringScreen,
)
const ReportsScreen = lazyScreen(async () => (await import('#web/screens/reports/reports-screen.tsx')).ReportsScreen)
const SiteScreen = lazyScreen(async () => (await import('#web/screens/site/site-screen.tsx')).SiteScreen)
const SiteOfJobScreen = lazyScreen(
  async () => (await import('#web/screens/site/site-of-job-screen.tsx')).SiteOfJobScreen,
)
const JobScreen = lazyScreen(async () => (await loadJob()).JobScreen)
const WaitingScreen = lazyScreen(async () => (await loadWaiting()).WaitingScreen)
const SubscriptionScreen = lazyScreen(
  async () => (await import('#web/screens/subscription/subscription-screen.tsx')).SubscriptionScreen,
)
const SubscriptionSuccessScreen = lazyScreen(
  async () => (await import('#web/screens/subscription/subscription-success-screen.tsx')).SubscriptionSuccessScreen,
)
const DashboardScreen = lazyScreen(
  async () => (await import('#web/screens/dashboard/dashboard-screen.tsx')).DashboardScreen,
)
const HistoryScreen = lazyScreen(async () => (await import('#web/screens/history/history-screen.tsx')).HistoryScreen)
const ConnectionsScreen = lazyScreen(
  async () => (await import('#web/screens/connections/connections-screen.tsx')).ConnectionsScreen,
)
const ImportScreen = lazyScreen(async () => (await import('#web/screens/import/import-screen.tsx')).ImportScreen)
const TeamScreen = lazyScreen(async () => (await import('#web/screens/team/team-screen.tsx')).TeamScreen)
const ProjectionsScreen = lazyScreen(
  async () => (await import('#web/screens/projections/projections-screen.tsx')).ProjectionsScreen,
)
const ProfileScreen = lazyScreen(async () => (await import('#web/screens/profile/profile-screen.tsx')).ProfileScreen)

/** Preloaded so that these screens open immediately, even if the connection has been lost by then. */
const afterJobs = [loadJob, loadHistoryRail, loadWaiting]
const afterJob = [loadJobs]
const afterDay = [loadJob, loadJobs, loadWaiting]
const afterTodos = [loadWaiting]

/** Every address of the signed-in area and its screen. */
const screens: Record<ScreenPath, ReactNode> = {
  '/start': <Start />,
  '/day': <PreloadNext then={afterDay} screen={<DayScreen />} />,
  '/sites': <PreloadNext then={afterJobs} screen={<JobsScreen />} />,
  '/calendar': <CalendarScreen />,
  '/deadlines': <DeadlinesScreen />,
  '/todo': <PreloadNext then={afterTodos} screen={<TodoScreen />} />,
  '/notifications': <NotificationsScreen />,
  '/parts': <PartsScreen />,
  '/address-book': <AddressBookScreen />,
  '/recurring-work': <RecurringScreen />,
  '/reports': <ReportsScreen />,
  '/site/:siteId': <SiteScreen />,
  '/job/:jobId/site': <SiteOfJobScreen />,
  '/job/:jobId': <PreloadNext then={afterJob} screen={<JobScreen />} />,
  '/import': <ImportScreen />,
  '/dashboard': <DashboardScreen />,
  '/history': <HistoryScreen />,
  '/connections': <ConnectionsScreen />,
  '/team': <TeamScreen />,
  '/projections': <ProjectionsScreen />,
  '/profile': <ProfileScreen />,
  '/waiting': <WaitingScreen />,
  '/subscription': <SubscriptionScreen />,
  '/subscription/success': <SubscriptionSuccessScreen />,
}

export const Screens = () => (
  <Suspense fallback={<Loading />}>
    <Launches />
    <LeftBehind />
    <Routes>
      <Route element={<Protected area={SignedIn} ahead={loadSignedIn} />}>
        {screenPaths.map((path) => (
          <Route key={path} path={path} element={screens[path]} />
        ))}
      </Route>
      <Route path="*" element={<PublicPages />} />
    </Routes>
  </Suspense>
)
