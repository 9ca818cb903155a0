import { useShallow } from 'zustand/react/shallow'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { type Queue, setAside, waiting } from '#web/sync/outbox/outbox.ts'
import { type Photos, unsentOf, usePhotos } from '#web/sync/photos/photo-store.ts'

/** This device's unsent work: refused and stuck changes, then waiting ones in order, then photos. */
export function useUnsentWork() {
  const failed = useLedger(useShallow(({ queue }) => setAside(queue)))
  const changes = useLedger(useShallow(({ queue }) => waiting(queue)))
  const photos = usePhotos(useShallow(({ photos }): Photos => photos.filter(({ state }) => state !== 'sent')))
  return { failed, changes, photos, count: failed.length + changes.length + photos.length }
}

/** How many changes and photos this is; a change of theirs that leaves the number alone renders nothing. */
export function useUnsentCount(): number {
  const changes = useLedger(({ queue }) => unsentWorkCount(queue, []))
  return changes + usePhotos(({ photos }) => unsentOf(photos))
}

/** The same number of a queue and photos. */
export const unsentWorkCount = (queue: Queue, photos: Photos) =>
  setAside(queue).length + waiting(queue).length + unsentOf(photos)
