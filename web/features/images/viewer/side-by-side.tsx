import { useEffect, useEffectEvent } from 'react'
import type { ImagePair } from '#core/job/job.ts'
import { sides } from '#core/job/pairs/pairs.ts'
import { label } from '#core/model/label.ts'
import { timeIn } from '#core/time/format.ts'
import type { UrlsById } from '#web/sync/reads/image-urls.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './side-by-side.module.css'

type Props = {
  pair: ImagePair
  /** The pair's name. */
  name: string
  urls: UrlsById
  /** Whether it responds to keys. */
  listening: boolean
  onTurn: (by: 1 | -1) => void
  onBroken: () => void
}

/** Both photos of a pair, before and after; one above the other on a phone held upright. */
export function SideBySide({ pair, name, urls, listening, onTurn, onBroken }: Props) {
  const zone = useTimeZone()
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (listening && (key === 'ArrowLeft' || key === 'ArrowRight')) onTurn(key === 'ArrowLeft' ? -1 : 1)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={styles.both}>
      {sides.map((side) => {
        const slot = pair[side]
        return (
          <figure key={side} className={styles.one}>
            {slot && (
              <img src={urls[slot.imageId]?.display} alt={`${name}, ${side}`} draggable={false} onError={onBroken} />
            )}
            <figcaption className={styles.label}>
              {label(side)}
              {slot && ` ${dayIn(slot.timestamp, zone)}, ${timeIn(slot.timestamp, zone)}`}
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}
