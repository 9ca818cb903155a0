import { useEffect, useState } from 'react'

/** How safe unsent work is in this browser's storage, and its room in bytes. */
export type StorageRoom = { persisted: boolean; used: number; quota: number }

/** Asks the browser once; undefined until it has answered, and where it cannot say. */
export function useStorageRoom(): StorageRoom | undefined {
  const [room, setRoom] = useState<StorageRoom>()
  useEffect(() => {
    // Needs a secure context.
    if (!('storage' in navigator)) return
    let gone = false
    void Promise.all([navigator.storage.persisted(), navigator.storage.estimate()]).then(
      ([persisted, { usage = 0, quota = 0 }]) => !gone && setRoom({ persisted, used: usage, quota }),
      (error) => console.error('The browser does not say how much room it has', error),
    )
    return () => {
      gone = true
    }
  }, [])
  return room
}

const little = 60_000_000
const photo = 3_000_000

/** Whether the browser may delete unsent work: it has not promised to keep it, or has hardly any room left. */
export const mayBeDeleted = ({ persisted, used, quota }: StorageRoom) => !persisted || isNearlyFull({ used, quota })

export const isNearlyFull = ({ used, quota }: Pick<StorageRoom, 'used' | 'quota'>) => quota > 0 && quota - used < little

/** About how many photos still fit. */
export const photosLeft = ({ used, quota }: StorageRoom) => Math.max(0, Math.floor((quota - used) / photo))
