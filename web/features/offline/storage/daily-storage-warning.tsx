import { useEffect, useState } from 'react'
import { useUnsentCount } from '#web/features/offline/use-unsent-work.ts'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { mayBeDeleted, useStorageRoom } from './storage-room.ts'

/** Loaded after the page. */
const StorageWarning = lazyComponent(async () => (await import('./storage-warning.tsx')).StorageWarning)

const key = 'fettle.warned-of-storage'

/** The warning that unsent work may be lost, on one visit of My day a day while something waits. */
export function DailyStorageWarning({ today }: { today: string }) {
  const count = useUnsentCount()
  const room = useStorageRoom()
  const inMemory = useDeviceStorage(({ changes, photos }) => changes === 'memory' || photos === 'memory')
  const [isDue] = useState(() => lastWarned() !== today)
  const isWarned = isDue && count > 0 && (inMemory || (room !== undefined && mayBeDeleted(room)))
  useEffect(() => {
    if (isWarned) noteWarned(today)
  }, [isWarned, today])
  return isWarned && <StorageWarning count={count} />
}

function lastWarned(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function noteWarned(day: string) {
  try {
    localStorage.setItem(key, day)
  } catch (error) {
    // It is said again on the next visit.
    console.error('This window keeps nothing at all', error)
  }
}
