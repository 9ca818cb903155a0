import { type ComponentType, useEffect } from 'react'
import { Navigate } from 'react-router'
import type { SessionUser } from '#core/wire/account/session.ts'
import { beginSession, checkSession, useSession } from '#web/client/session.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import styles from './protected.module.css'

type Props = {
  area: ComponentType<{ user: SessionUser }>
  /** Preloads the area's code while the session is being checked. */
  ahead: () => Promise<unknown>
}

/** Lets only signed-in users in. Waits while the session is being checked, and shows an error if that fails. */
export function Protected({ area: Area, ahead }: Props) {
  const session = useSession()
  useEffect(() => {
    beginSession()
    void ahead()
  }, [ahead])
  if (session.state === 'checking') return <FrameSkeleton />
  if (session.state === 'signed-out') return <Navigate to="/auths" replace />
  // After a change of role, nothing read in the previous role may stay.
  if (session.state === 'signed-in')
    return <Area key={`${session.user.userId} ${session.user.userRole}`} user={session.user} />
  return (
    <main className={styles.failed}>
      <p role="alert">{session.error}</p>
      <button type="button" className={styles.again} onClick={checkSession}>
        Try again
      </button>
    </main>
  )
}

/** The shape of the signed-in area while it loads. */
export const FrameSkeleton = () => (
  <Loading>
    <div className={styles.skeleton}>
      <div className={styles.side} />
      <div className={styles.bar} />
    </div>
  </Loading>
)
