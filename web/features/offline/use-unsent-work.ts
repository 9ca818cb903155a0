import { useShallow } from 'zustand/react/shallow'
import type { UnsentReport } from '#core/notifications/unsent-work.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { type Queue, refused, setAside, unsent, waiting } from '#web/sync/outbox/outbox.ts'
import { type Photos, unsentOf, usePhotos } from '#web/sync/photos/photo-store.ts'
import { unsentWorkCount } from '#web/sync/unsent-work.ts'

/** This device's unsent work: refused and stuck changes, then waiting ones in order, then photos. */
export function useUnsentWork() {
  const failed = useLedger(useShallow(({ queue }) => setAside(queue)))
  const changes = useLedger(useShallow(({ queue }) => waiting(queue)))
  const photos = usePhotos(useShallow(({ photos }): Photos => photos.filter(({ state }) => state !== 'sent')))
  return { failed, changes, photos, count: failed.length + changes.length + photos.length }
}

/** What the server is told of it: how much it is, how much of it was refused, and when the oldest of the rest was made. */
export function useUnsentReport(): UnsentReport {
  const changes = useLedger(useShallow(({ queue }) => reportOf(queue, [])))
  const photos = usePhotos(useShallow(({ photos }) => reportOf([], photos)))
  const [oldest] = [changes.oldest, photos.oldest].filter((at) => at !== undefined).toSorted()
  return { unsent: changes.unsent + photos.unsent, refused: changes.refused + photos.refused, oldest }
}

function reportOf(queue: Queue, photos: Photos): UnsentReport {
  const left = photos.filter(({ state }) => state !== 'sent')
  const times = [
    ...unsent(queue).map(({ happenedAt }) => happenedAt),
    ...left.filter(({ state }) => state !== 'failed').flatMap(({ givenAt }) => givenAt ?? []),
  ]
  const failed = left.filter(({ state }) => state === 'failed')
  return {
    unsent: unsentWorkCount(queue, photos),
    refused: refused(queue).length + failed.length,
    oldest: times.toSorted()[0],
  }
}

/** How many changes and photos this is; a change of theirs that leaves the number alone renders nothing. */
export function useUnsentCount(): number {
  const changes = useLedger(({ queue }) => unsentWorkCount(queue, []))
  return changes + usePhotos(({ photos }) => unsentOf(photos))
}
