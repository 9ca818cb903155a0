import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { erasedText } from '#core/model/erased-text.ts'
import type { ImageUrls } from '#core/wire/images.ts'
import { useUser } from '#web/client/use-user.ts'
import { type JobImage, roleOf } from '#web/features/images/image-groups.ts'
import { photoTimes } from '#web/features/images/photo-times.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { personOf, usePeople } from '#web/sync/reads/people.ts'
import { PersonAvatar } from '#web/ui/marks/person.tsx'
import { usePanAndZoom } from './use-pan-and-zoom.ts'
import styles from './viewer-stage.module.css'
import { canZoomIn, canZoomOut, percent, stepped } from './zoom.ts'

type Props = {
  image: JobImage
  name: string
  urls: ImageUrls | undefined
  /** Whether the picture responds to keys. */
  listening: boolean
  onTurn: (by: 1 | -1) => void
  onBroken: () => void
}

const pan = 60
const arrows: Partial<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** One picture, at 50% to 300%. At 100% arrows and swipes go to other pictures; otherwise they pan. */
export function Stage({ image, name, urls, listening, onTurn, onBroken }: Props) {
  const size = { width: image.width ?? 4, height: image.height ?? 3 }
  const { stage, view, dragging, handlers, zoomTo, move } = usePanAndZoom(size, onTurn)
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading')
  const { zoom, x, y } = view
  const step = (direction: 1 | -1) => zoomTo(stepped(zoom, direction))

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (!listening || event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows[key]
    if (key === '+' || key === '=') step(1)
    else if (key === '-') step(-1)
    else if (key === '0') zoomTo(1)
    else if (arrow && zoom !== 1) move(arrow[0] * pan, arrow[1] * pan)
    else if (key === 'ArrowLeft') onTurn(-1)
    else if (key === 'ArrowRight') onTurn(1)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <>
      <div ref={stage} className={styles.stage} data-dragging={dragging} data-zoomed={zoom > 1} {...handlers}>
        {urls && image.src !== erasedText && (
          <img
            className={styles.picture}
            src={urls.display}
            alt={name}
            draggable={false}
            style={{
              transform: `translate(${x}px, ${y}px) scale(${zoom})`,
              // The thumbnail is shown until the large picture has loaded.
              backgroundImage: state === 'loading' ? `url("${urls.thumbnail}")` : undefined,
            }}
            onLoad={() => setState('there')}
            onError={() => {
              setState('broken')
              onBroken()
            }}
          />
        )}
        {state === 'broken' && (
          <p className={styles.broken} role="alert">
            This image can’t be shown at the moment.
          </p>
        )}
        {image.src === erasedText && <p className={styles.broken}>This photo was erased.</p>}
      </div>
      <footer className={styles.foot}>
        <Uploader image={image} />
        <div className={styles.zoom}>
          <button type="button" disabled={!canZoomOut(zoom)} onClick={() => step(-1)}>
            <IconZoomOut size={20} stroke={1.75} aria-hidden />
            <span className="sr">Zoom out</span>
          </button>
          <button type="button" className={styles.figure} onClick={() => zoomTo(1)}>
            <span role="status">{percent(zoom)}</span>
            <span className="sr">, reset zoom</span>
          </button>
          <button type="button" disabled={!canZoomIn(zoom)} onClick={() => step(1)}>
            <IconZoomIn size={20} stroke={1.75} aria-hidden />
            <span className="sr">Zoom in</span>
          </button>
        </div>
      </footer>
    </>
  )
}

function Uploader({ image }: { image: JobImage }) {
  const user = useUser()
  const people = usePeople()
  const zone = useTimeZone()
  const { userId, userRole } = image
  const uploader = people.get(userId) ?? (userId === user.userId ? personOf(user) : undefined)
  const name = userRole === 'tenant' ? 'The tenant' : (uploader?.name ?? '')
  return (
    <div className={styles.who}>
      <PersonAvatar name={name} role={roleOf(image)} look={uploader?.look} />
      <p>
        <strong>{name}</strong>
        <span className={styles.times}>{photoTimes(image, zone)}</span>
      </p>
    </div>
  )
}
