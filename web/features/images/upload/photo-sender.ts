import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionUser } from '#core/wire/account/session.ts'
import { startPhotoQueue } from '#web/sync/photos/start-photo-queue.ts'

/** Uploads this device's photos, whichever page is open. */
export function PhotoSender({ user }: { user: SessionUser }) {
  const queries = useQueryClient()
  const { userId, companyId, username, userRole, email } = user
  useEffect(
    () => startPhotoQueue({ userId, companyId, username, userRole, email }, queries),
    [queries, userId, companyId, username, userRole, email],
  )
  return null
}
