import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { erasedText } from '#core/erasure/erased-text.ts'
import type { UrlsById } from '#web/sync/reads/image-urls.ts'
import type { ImageGroup } from './image-groups.ts'
import { nameOf } from './image-groups.ts'
import styles from './thumbnails.module.css'

const places = 4

type Props = { group: ImageGroup; urls: UrlsById; onOpen: (imageId: string) => void; onBroken: () => void }

/** A row of thumbnails; the last shows how many more there are. */
export function Thumbnails({ group: { name, images }, urls, onOpen, onBroken }: Props) {
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
              <span className="sr">View {nameOf(image, at)}</span>
              {image.src === erasedText ? (
                <IconPhotoOff size={20} stroke={1.5} aria-hidden />
              ) : (
                <Picture src={urls[image.imageId]?.thumbnail} onBroken={onBroken} />
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

/** A picture described by the text next to it. */
export function Picture({ src, onBroken }: { src: string | undefined; onBroken: () => void }) {
  const [broken, setBroken] = useState<string>()
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
