import { IconCamera } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { timeIn } from '#core/time/format.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './no-access.module.css'

export type TakenPhoto = { file: File; at: string }

type Props = { photo: TakenPhoto | undefined; zone: string; onCamera: () => void }

/** The photo of the door with its time, or the button that takes it. */
export function DoorPhoto({ photo, zone, onCamera }: Props) {
  const shown = useObjectUrl(photo?.file)
  return (
    <div>
      <p className={styles.label}>
        <strong>Photo of the door</strong> required
      </p>
      {photo && shown ? (
        <div className={styles.photo}>
          <img src={shown} alt="The door" />
          <span className={styles.stamp}>
            {dayIn(photo.at, zone)}, {timeIn(photo.at, zone)}
          </span>
          <button type="button" className={styles.retake} onClick={onCamera}>
            <IconCamera size={20} stroke={1.75} aria-hidden />
            Retake
          </button>
        </div>
      ) : (
        <button type="button" className={styles.take} onClick={onCamera}>
          <IconCamera size={26} stroke={1.75} aria-hidden />
          Take a photo of the door
        </button>
      )}
    </div>
  )
}

/** An address for a file on this device, for as long as it is shown. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
