import type { PushDevicesAnswer } from '#core/notifications/push.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

/** Whether this device can show push, or what keeps it from it. */
export type PushState = 'ready' | 'blocked' | 'install-first' | 'unable'

/** Of a browser that can show push only once Fettle is on the Home Screen: every one on an iPhone or iPad. */
const isIosBrowser = () => /iPhone|iPad/.test(navigator.userAgent) || (isMac() && navigator.maxTouchPoints > 1)
const isMac = () => navigator.userAgent.includes('Macintosh')

export function pushState(): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isIosBrowser() ? 'install-first' : 'unable'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/**
 * Turns push on on this device, after its person has allowed it; undefined if they have not. Throws if the browser cannot reach its push
 * service, or the server refuses.
 */
export async function turnOnPush(publicKey: string): Promise<PushDevicesAnswer | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) throw new Error('Fettle isn’t stored on this device yet. Please try again in a minute.')
  // An earlier subscription may have another key, or belong to the person who used this browser before.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new Error('The push service of this browser couldn’t be reached. Please try again later.')
    })
  const { endpoint, keys } = subscription.toJSON()
  return call<PushDevicesAnswer>(paths.pushDevices, { method: 'PUT', body: { endpoint, keys } })
}

/** Turns push off on one of the user's devices. */
export async function turnOffPush({ subscriptionId, isHere }: { subscriptionId: string; isHere: boolean }) {
  if (isHere) {
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  }
  return call<PushDevicesAnswer>(pathTo(paths.pushDevice, { subscriptionId }), { method: 'DELETE' })
}
