import { IconAlertTriangle, IconGripVertical } from '@tabler/icons-react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type BoardCell, type BoardPlace, boxOf, type Lifted } from './places.ts'
import styles from './placing-layer.module.css'

type Shown = {
  lifted: Lifted
  place: BoardPlace | undefined
  cells: readonly BoardCell[]
  /** Whether it is moved by keyboard, and its place said aloud. */
  announced: boolean
}
export type PlacingHandle = {
  show: (shown: Shown) => void
  /** Puts the card beside the pointer, in pixels of the window. */
  follow: (x: number, y: number) => void
  hide: () => void
}

/** What the layer says of a place: its times, what is wrong there, and whether somebody would be in two places. */
export type PlaceSaid = { times: string; trouble: readonly string[]; clashes: boolean; whose: string }

type Props = {
  ref: Ref<PlacingHandle>
  /** The corner of the page's box that the layer lies over. */
  origin: () => { x: number; y: number }
  sayOf: (lifted: Lifted, place: BoardPlace) => PlaceSaid
}

/** Over the board, while something is moved: the box where it would be and, beside a mouse, its card. */
export function PlacingLayer({ ref, origin, sayOf }: Props) {
  const [shown, setShown] = useState<Shown>()
  const card = useRef<HTMLDivElement>(null)
  const at = useRef({ x: 0, y: 0 })
  const put = () => {
    if (card.current) card.current.style.transform = `translate(${at.current.x + 12}px, ${at.current.y + 10}px)`
  }
  useImperativeHandle(ref, () => ({
    show: setShown,
    hide: () => setShown(undefined),
    follow: (x, y) => {
      at.current = { x, y }
      put()
    },
  }))
  useEffect(put)
  const box = useRef<HTMLDivElement>(null)
  const place = shown?.place
  const edge = place && `${place.userId} ${place.day} ${place.start} ${place.minutes}`
  useEffect(() => {
    if (edge) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [edge])
  if (!shown) return null
  const { lifted, cells, announced } = shown
  const said = place && sayOf(lifted, place)
  const found = place && boxOf(cells, place)
  const { x, y } = origin()
  return (
    <>
      {said && found && (
        <div
          ref={box}
          className={styles.place}
          data-clashes={said.clashes || undefined}
          style={{ left: found.left - x, top: found.top - y, width: found.width, height: found.height }}
          aria-hidden
        >
          <b>{said.times}</b>
          {said.trouble.map((one) => (
            <span key={one}>
              {said.clashes && one === said.trouble[0] && <IconAlertTriangle size={13} stroke={2} />} {one}
            </span>
          ))}
        </div>
      )}
      {announced ? (
        <p className="sr" role="status">
          {said && `${said.whose}, ${said.times}. ${said.trouble.join('. ')}`}
        </p>
      ) : (
        <div ref={card} className={styles.card} aria-hidden>
          <IconGripVertical size={16} />
          <span>
            <b>{lifted.apartmentName}</b>
            {lifted.jobRef}
          </span>
        </div>
      )}
      {announced && (
        <p className={styles.keys} aria-hidden>
          <kbd>←</kbd> <kbd>→</kbd> when, <kbd>↑</kbd> <kbd>↓</kbd> who, <kbd>Shift</kbd> and <kbd>←</kbd> <kbd>→</kbd>{' '}
          how long, <kbd>Enter</kbd> book, <kbd>Esc</kbd> leave it
        </p>
      )}
      {!announced && <div className={styles.shield} />}
    </>
  )
}
