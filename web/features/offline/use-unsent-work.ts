import { useShallow } from 'zustand/react/shallow'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { setAside, waiting } from '#web/sync/outbox/outbox.ts'
import { type Photos, usePhotos } from '#web/sync/photos/photo-store.ts'

/** This device's unsent work: refused and stuck changes, then waiting ones in order, then photos. */
export function useUnsentWork() {
  const failed = useLedger(useShallow(({ queue }) => setAside(queue)))
  const changes = useLedger(useShallow(({ queue }) => waiting(queue)))
  const photos = usePhotos(useShallow(({ photos }): Photos => photos.filter(({ state }) => state !== 'sent')))
  return { failed, changes, photos, count: failed.length + changes.length + photos.length }
}
