import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { Loading } from './parts/loading.tsx'
import { Protected } from './protected.tsx'
import { useSession } from './session.ts'

const AuthsScreen = lazy(async () => ({ default: (await import('./screens/auths-screen.tsx')).AuthsScreen }))

/** No public page loads anything of the signed-in area. */
const loadSignedIn = async () => ({ default: (await import('./signed-in.tsx')).SignedIn })
const SignedIn = lazy(loadSignedIn)
const JobsScreen = lazy(async () => ({ default: (await import('./screens/jobs-screen.tsx')).JobsScreen }))
const CalendarScreen = lazy(async () => ({ default: (await import('./screens/calendar-screen.tsx')).CalendarScreen }))
const PartsScreen = lazy(async () => ({ default: (await import('./screens/parts-screen.tsx')).PartsScreen }))
const JobScreen = lazy(async () => ({ default: (await import('./screens/job-screen.tsx')).JobScreen }))
const WaitingScreen = lazy(async () => ({ default: (await import('./screens/waiting-screen.tsx')).WaitingScreen }))
const SubscriptionScreen = lazy(async () => ({
  default: (await import('./screens/subscription-screen.tsx')).SubscriptionScreen,
}))
const SubscriptionSuccessScreen = lazy(async () => ({
  default: (await import('./screens/subscription-success-screen.tsx')).SubscriptionSuccessScreen,
}))

/** Every address and its screen: one line each. */
export const Screens = () => (
  <Suspense fallback={<Loading />}>
    <Routes>
      <Route path="/" element={<Home />} />
      <Route path="/auths" element={<AuthsScreen />} />
      <Route path="/login" element={<AuthsScreen />} />
      <Route element={<Protected area={SignedIn} ahead={loadSignedIn} />}>
        <Route path="/sites" element={<JobsScreen />} />
        <Route path="/calendar" element={<CalendarScreen />} />
        <Route path="/parts" element={<PartsScreen />} />
        <Route path="/job/:jobId" element={<JobScreen />} />
        <Route path="/subscription" element={<SubscriptionScreen />} />
        <Route path="/subscription/success" element={<SubscriptionSuccessScreen />} />
        <Route path="/waiting" element={<WaitingScreen />} />
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  </Suspense>
)

function Home() {
  const { state } = useSession()
  if (state === 'checking') return <Loading />
  return <Navigate to={state === 'signed-in' ? '/sites' : '/auths'} replace />
}
