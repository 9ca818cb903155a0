import { sendTag } from '#web/features/offline/send-tag.ts'
import { sendInBackground } from './background-send.ts'
import { type Build, deleteOldBuilds, storeBuild, storedFile, storedShell } from './precache.ts'
import { openPushed, showPush } from './show-push.ts'
import { strategyFor } from './strategy.ts'

/**
 * Opens Fettle without a network: it stores the page and the code of all signed-in screens. A new build waits until no page of
 * the old one is open, or until the user takes it. Nothing of the API is ever stored here.
 */
declare const self: ServiceWorkerGlobalScope
/** Of browsers with Background Sync; TypeScript does not know it. */
declare global {
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
/** Filled in by the build; see web/build/service-worker.ts. */
declare const builtFiles: Build

const build = builtFiles

const paths = new Set(build.files)

self.addEventListener('install', (event) => event.waitUntil(storeBuild(build)))

self.addEventListener('activate', (event) =>
  // The page that installed the first worker works offline without a reload.
  event.waitUntil(deleteOldBuilds(build).then(() => self.clients.claim())),
)

self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting()
})

self.addEventListener('sync', (event) => {
  if (event.tag === sendTag) event.waitUntil(sendInBackground())
})

self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPushed(self.clients, self.location.origin, event.notification.data))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  switch (strategyFor(request, self.location.origin, paths)) {
    case 'shell':
      return event.respondWith(storedShell(build).then((page) => page ?? fetch(request)))
    case 'shell-offline':
      return event.respondWith(fetch(request).catch(() => shellOrThrow()))
    case 'file':
      return event.respondWith(storedFile(new URL(request.url).pathname).then((file) => file ?? fetch(request)))
    case 'network':
  }
})

async function shellOrThrow(): Promise<Response> {
  const page = await storedShell(build)
  if (!page) throw new TypeError('The page is not stored')
  return page
}
