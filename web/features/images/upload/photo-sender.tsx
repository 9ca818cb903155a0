import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionUser } from '#core/wire/account/session.ts'

/** Uploads this device's photos, whichever page is open. Its code is loaded after the page. */
export function PhotoSender({ user }: { user: SessionUser }) {
  const queries = useQueryClient()
  const { userId, companyId, username, userRole, email } = user
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    const start = () =>
      import('#web/sync/photos/start-photo-queue.ts').then(
        ({ startPhotoQueue }) => {
          if (!gone) stop ??= startPhotoQueue({ userId, companyId, username, userRole, email }, queries)
        },
        // No connection: load it once there is one.
        () => addEventListener('online', start, { once: true }),
      )
    void start()
    return () => {
      gone = true
      removeEventListener('online', start)
      stop?.()
    }
  }, [queries, userId, companyId, username, userRole, email])
  return null
}
