import { useEffect } from 'react'
import { useMatch } from 'react-router'
import { id } from '#core/model/values.ts'
import type { NotificationsAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { useMarkRead } from '#web/sync/reads/notifications/mark-read.ts'
import { useUnread } from '#web/sync/unread.ts'

/**
 * Marks what a person was told of a job as read while they look at the job, and takes off this device's lock screen what they have read
 * anywhere.
 */
export function ReadNews() {
  useReadOnJob()
  useClosedOnLockScreen()
  return null
}

/** Everything: a job that is open shows all of its news. */
const upTo = Number.MAX_SAFE_INTEGER

function useReadOnJob() {
  const jobId = useMatch('/job/:jobId')?.params.jobId
  const unread = useUnread((state) => state.unread)
  const isConnected = useConnectionState(({ state }) => state === 'live')
  const { mutate } = useMarkRead()
  useEffect(() => {
    if (!jobId || unread === 0 || !isConnected) return
    // News that comes while nobody looks at the page is read once they do.
    const read = () => document.visibilityState === 'visible' && mutate({ jobId, upTo })
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [jobId, unread, isConnected, mutate])
}

function useClosedOnLockScreen() {
  const told = useUnread((state) => state.told)
  useEffect(() => {
    // Each time the server tells how much is unread, also when somebody reads on another device.
    if (told > 0) closeRead().catch(() => undefined)
  }, [told])
}

/** Closes what was pushed of jobs whose news is all read. What was told by push alone is in no list, and stays until it is opened. */
async function closeRead() {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = (await registration?.getNotifications()) ?? []
  if (shown.length === 0) return
  const { notifications } = await call<NotificationsAnswer>(paths.notifications)
  for (const one of shown) {
    const onPage = notifications.filter(({ jobId }) => jobId === one.tag)
    const news = onPage.length > 0 ? onPage : await newsOf(one.tag)
    if (news.length > 0 && news.every(({ isRead }) => isRead)) one.close()
  }
}

/** What was told of a job longer ago than the newest page goes back. */
async function newsOf(tag: string) {
  if (!id.safeParse(tag).success) return []
  return (await call<NotificationsAnswer>(paths.notifications, { query: { jobId: tag } })).notifications
}
