import { unsentCount, wakeOutbox } from '#web/sync/ledger/ledger-store.ts'
import { useNewBuild } from './use-new-build.ts'

/** In milliseconds. */
const checkInterval = 60 * 60_000
const retryInterval = 60_000
const longestWait = 10_000

/**
 * Installs the service worker, which opens Fettle without a network, and watches for newer builds until the signal
 * stops it.
 */
export function watchForNewBuilds(signal: AbortSignal) {
  if (!('serviceWorker' in navigator) || signal.aborted) return
  const workers = navigator.serviceWorker
  const hadWorker = workers.controller !== null
  // The first worker takes over the page that installed it: that page is of the same build.
  workers.addEventListener('controllerchange', () => hadWorker && useNewBuild.setState({ isReady: true }), { signal })
  const install = async () => {
    try {
      const registration = await workers.register('/service-worker.js', { updateViaCache: 'none' })
      follow(registration, signal)
      await registration.update()
    } catch (error) {
      // On a line that breaks, the next attempt continues where this one stopped.
      if (navigator.onLine) console.warn('Fettle could not be stored on this device; it will be retried', error)
    }
  }
  const retry = setInterval(() => workers.controller === null && void install(), retryInterval)
  const check = setInterval(() => void install(), checkInterval)
  addEventListener('online', () => void install(), { signal })
  void install()
  signal.addEventListener('abort', () => {
    clearInterval(retry)
    clearInterval(check)
  })
}

function follow(registration: ServiceWorkerRegistration, signal: AbortSignal) {
  const announce = () => {
    if (registration.waiting && registration.active) useNewBuild.setState({ isReady: true })
  }
  announce()
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', announce, { signal }),
    { signal },
  )
}

/** Opens the newest build in this tab, after giving unsent changes a chance to be sent; those left are kept on the device. */
export async function takeNewBuild(): Promise<void> {
  await untilSent()
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.waiting) {
    const replaced = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    registration.waiting.postMessage('take-over')
    await Promise.race([replaced, after(longestWait)])
  }
  location.reload()
}

async function untilSent() {
  wakeOutbox()
  const end = Date.now() + longestWait
  while (unsentCount() > 0 && navigator.onLine && Date.now() < end) await after(100)
}

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
