import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { InstallCard } from '#web/features/install/install-card.tsx'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { copyLink } from './copy-link.ts'
import { isNearlyFull, mayBeDeleted, photosLeft, type StorageRoom, useStorageRoom } from './storage-room.ts'
import styles from './storage-warning.module.css'

/**
 * Warns that unsent work may be lost: this window forgets it, or the browser may delete it. `count` is the number of unsent
 * changes and photos.
 */
export function StorageWarning({ count }: { count: number }) {
  const room = useStorageRoom()
  const onPhone = useIsPhone()
  const inMemory = useDeviceStorage(({ changes, photos }) => changes === 'memory' || photos === 'memory')
  if (inMemory)
    return (
      <Warning name="This window can’t keep your work" text={inMemoryText(count)}>
        <div className={styles.action}>
          <Button fullWidth leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />} onClick={copyLink}>
            Copy the link
          </Button>
        </div>
      </Warning>
    )
  const isWarned = room && count > 0 && mayBeDeleted(room)
  return (
    <>
      {isWarned && (
        <Warning name="This browser may delete your work" text={`${only(count)} on this device. ${threat(room)}`}>
          {isNearlyFull(room) && <Room room={room} />}
        </Warning>
      )}
      {onPhone && <InstallCard />}
    </>
  )
}

const only = (count: number) => (count === 1 ? '1 change is only' : `${count} changes are only`)

const inMemoryText = (count: number) =>
  count === 0
    ? 'It is a private window, or the device has no room left. Open Fettle in a normal window instead.'
    : `${only(count)} in this window. Don’t close it before they are sent.`

const threat = (room: StorageRoom) =>
  isNearlyFull(room)
    ? 'There is little room left for Fettle.'
    : 'The browser can clear them when space runs low, or after 7 days without a visit.'

const Warning = ({ name, text, children }: { name: string; text: string; children?: ReactNode }) => (
  <aside className={styles.card} aria-label={name}>
    <div className={styles.head}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        <p className={styles.name}>{name}</p>
        <p>{text}</p>
      </div>
    </div>
    {children}
  </aside>
)

const Room = ({ room }: { room: StorageRoom }) => (
  <div className={styles.room}>
    <p className={styles.name}>Room for Fettle on this device</p>
    <progress className={styles.bar} aria-label="Room used" max={room.quota} value={room.used} />
    <p className={styles.left}>
      <span>
        {megabytes(room.used)} of {megabytes(room.quota)} MB used
      </span>
      <strong>About {photosLeft(room)} photos left</strong>
    </p>
  </div>
)

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
