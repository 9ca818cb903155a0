import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { erasedText } from '#core/model/erased-text.ts'
import { loadCode } from '#web/client/load-code.ts'
import type { UrlsById } from '#web/sync/reads/image-urls.ts'
import type { ImageGroup } from './image-groups.ts'
import { uniqueNameOf } from './image-groups.ts'
import styles from './thumbnails.module.css'

const places = 4

type Props = {
  jobId: string
  group: ImageGroup
  urls: UrlsById
  onOpen: (imageId: string) => void
  onBroken: () => void
}

/** A row of thumbnails; the last shows how many more there are. */
export function Thumbnails({ jobId, group: { name, images }, urls, onOpen, onBroken }: Props) {
  const shown = images.length > places ? images.slice(0, places - 1) : images
  const [next] = images.slice(shown.length)
  return (
    <section className={styles.group} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      <ul className={styles.images}>
        {shown.map((image, at) => (
          <li key={image.imageId}>
            <button
              type="button"
              id={`image-${image.imageId}`}
              className={styles.image}
              onClick={() => onOpen(image.imageId)}
            >
              <span className="sr">View {uniqueNameOf(image, at, name)}</span>
              {image.src === erasedText ? (
                <IconPhotoOff size={20} stroke={1.5} aria-hidden />
              ) : (
                <Picture
                  src={urls[image.imageId]?.thumbnail}
                  kept={{ jobId, imageId: image.imageId }}
                  onBroken={onBroken}
                />
              )}
            </button>
          </li>
        ))}
        {next && (
          <li>
            <button type="button" className={`${styles.image} ${styles.more}`} onClick={() => onOpen(next.imageId)}>
              +{images.length - shown.length}
              <span className="sr"> more {name.toLowerCase()}</span>
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}

type PictureProps = {
  src: string | undefined
  /** The image whose thumbnail this device may keep, for the time without a network. */
  kept?: { jobId: string; imageId: string }
  onBroken: () => void
}

/** A picture described by the text next to it. */
export function Picture({ src, kept, onBroken }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  const here = useKept(src === undefined || broken === src ? kept : undefined)
  if (here) return <img src={here} alt="" decoding="async" />
  if (!src) return null
  if (broken === src) return <IconPhotoOff size={20} stroke={1.5} aria-hidden />
  return (
    <img
      src={src}
      alt=""
      decoding="async"
      loading="lazy"
      onError={() => {
        setBroken(src)
        onBroken()
      }}
    />
  )
}

/** The address of a thumbnail that this device keeps; undefined until it is found. */
function useKept({ jobId, imageId }: Partial<NonNullable<PictureProps['kept']>> = {}): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!jobId || !imageId) return undefined
    let made: string | undefined
    let gone = false
    void loadCode(() => import('#web/sync/device/kept-thumbnails.ts')).then(async ({ keptThumbnail }) => {
      const thumbnail = await keptThumbnail(jobId, imageId)
      if (!thumbnail || gone) return
      made = URL.createObjectURL(thumbnail)
      setUrl(made)
    })
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [jobId, imageId])
  return url
}
