import type { QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#core/wire/account/session.ts'
import type { UploadAnswer } from '#core/wire/images.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { loadCode } from '#web/client/load-code.ts'
import { isLimited, useSession } from '#web/client/session.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { confirmJob, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { holdPhotos, jobsToCome } from '#web/sync/outbox/before-photos.ts'
import { backoff } from '#web/sync/outbox/outbox-sender.ts'
import { withUrls } from '#web/sync/reads/image-urls.ts'
import { inTurn } from '#web/sync/storage/in-turn.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { keepPictures } from './keep-pictures.ts'
import { openPhotos } from './photo-queue.ts'
import { indexedDbPhotos } from './photo-storage.ts'
import type { Photos } from './photo-store.ts'
import { shrinkPhoto } from './shrink/shrink-photo.ts'
import { endAnyway, followWifiOnly, isHeldForWifi, useWifiOnly } from './wifi-only.ts'

/** Sends photos from this browser, and keeps those of the coming visits, while the user is signed in; returns a function that stops. */
export function startPhotoQueue(user: SessionUser, queries: QueryClient): () => void {
  const stopFollowing = followWifiOnly()
  const { wake, hold, close } = openPhotos({
    user,
    storage: indexedDbPhotos(`${user.companyId}:${user.userId}`),
    shrink: shrinkPhoto,
    prepare: loadUpload,
    send: async (sending) => (await loadUpload()).uploadPhoto(sending),
    maySend: () => maySend(),
    jobsToCome: () => jobsToCome(useLedger.getState().queue),
    // Longer than an upload may be silent: sending a photo twice is still one image, but slow.
    alone: (name, work) => inTurn(`fettle.photos.${name}`, 120_000)(work),
    pause: backoff,
    uploaded: (jobId, answer) => waitForImage(queries, jobId, answer),
    finished,
  })
  const stops = [
    useLedger.subscribe(
      (now, before) => (now.queue !== before.queue || now.failing !== before.failing) && maySend(now) && wake(),
    ),
    useConnectionState.subscribe(({ state }) => state === 'live' && wake()),
    useSession.subscribe(({ state }) => state === 'signed-in' && wake()),
    useWifiOnly.subscribe((now) => (isHeldForWifi(now) ? hold() : wake())),
    stopFollowing,
    keepPictures(),
    close,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Once there is a photo to send. */
const loadUpload = () => loadCode(() => import('./sending/upload-photo.ts'))

/** Smaller changes go first: the job of a photo may be among them. */
const maySend = (ledger = useLedger.getState()) =>
  !isLimited() &&
  !isHeldForWifi() &&
  useConnectionState.getState().state !== 'offline' &&
  !holdPhotos(ledger, Date.now())

/** A push turns the photo into an image of the job; if none arrives, the job is read. */
async function waitForImage(queries: QueryClient, jobId: string, { images, seq }: UploadAnswer) {
  withUrls(queries, jobId, images)
  for (let waited = 0; waited < 1_000; waited += 50) {
    const known = useLedger.getState().jobs[jobId]
    if (!known || known.seq >= seq) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { job, seq: read } = await call<JobAnswer>(pathTo(paths.job, { jobId }), { query: { after: seq } })
  confirmJob(jobId, job, read)
}

function finished(sent: Photos, failed: Photos) {
  endAnyway()
  const [first] = failed
  if (!first && sent.length > 0) toast.success('Images uploaded successfully!')
  // The job's own page shows the reason beside the photo.
  if (first && !location.pathname.endsWith(first.jobId)) toast.failure(first.reason ?? 'Upload failed')
}
