import type { ComponentType } from 'react'
import { Navigate } from 'react-router'
import type { SessionUser } from '#core/wire.ts'
import { Loading } from './parts/loading.tsx'
import styles from './protected.module.css'
import { checkSession, useSession } from './session.ts'

/** Lets only signed-in people in; waits while that is being checked, and says so when it could not be. */
export function Protected({ area: Area }: { area: ComponentType<{ user: SessionUser }> }) {
  const session = useSession()
  if (session.state === 'checking') return <FrameSkeleton />
  if (session.state === 'signed-out') return <Navigate to="/auths" replace />
  if (session.state === 'signed-in') return <Area key={session.user.userId} user={session.user} />
  return (
    <main className={styles.failed}>
      <p role="alert">{session.error}</p>
      <button type="button" className={styles.again} onClick={checkSession}>
        Try again
      </button>
    </main>
  )
}

/** The shape of the signed-in area before it is there. */
export const FrameSkeleton = () => (
  <Loading>
    <div className={styles.skeleton}>
      <div className={styles.side} />
      <div className={styles.bar} />
    </div>
  </Loading>
)
