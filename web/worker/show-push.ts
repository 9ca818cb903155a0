import * as z from 'zod/mini'
import { pushMessage } from '#core/notifications/push.ts'
import { strategyFor } from './strategy.ts'

/** Shows what was pushed. A later message of the same job takes the place of the one before, and is heard again. */
export async function showPush(registration: ServiceWorkerRegistration, sent: PushMessageData | null): Promise<void> {
  const { title, body, tag, path } = pushMessage.parse(sent?.json())
  // Not in TypeScript's types yet.
  const again: NotificationOptions & { renotify: boolean } = { tag, renotify: true }
  await registration.showNotification(title, { ...again, body, data: { path }, icon: '/icon-192.png' })
}

/** Opens what a message is about: in a window of Fettle that is open, which keeps what is typed there, or in a new one. */
export async function openPushed(clients: Clients, origin: string, data: unknown): Promise<void> {
  const { path } = z.pick(pushMessage, { path: true }).parse(data)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(
    ({ url }) => strategyFor({ method: 'GET', mode: 'navigate', url }, origin, new Set()) === 'shell',
  )
  if (!open) return void (await clients.openWindow(path))
  open.postMessage({ open: path })
  await open.focus()
}
