import { IconAlertTriangle, IconGripVertical } from '@tabler/icons-react'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { moveLayer } from './move-layer.ts'
import { type BoardPlace, boxOf, type Lifted } from './places.ts'
import styles from './placing-layer.module.css'
import type { BoardMeasures } from './read-cells.ts'

type Shown = BoardMeasures & {
  lifted: Lifted
  place: BoardPlace | undefined
  /** Whether it is moved by keyboard, and its place said aloud. */
  announced: boolean
}
export type PlacingHandle = {
  show: (shown: Shown) => void
  /** Puts the card beside the pointer. */
  follow: (pointer: Pointer) => void
  hide: () => void
}

type Pointer = Pick<PointerEvent, 'clientX' | 'clientY' | 'pageY'>

/** What the layer says of a place: its times, what is wrong there, and whether somebody would be in two places. */
export type PlaceSaid = { times: string; trouble: readonly string[]; clashes: boolean; whose: string }

type Props = {
  ref: Ref<PlacingHandle>
  sayOf: (lifted: Lifted, place: BoardPlace) => PlaceSaid
}

/** As much of the window as the bar and the row of hours hide at its top, and the space below a place, in pixels. */
const [above, below] = [110, 16]

/**
 * Over the board, while something is moved: the box where it would be and, beside a mouse, its card. Both are layers of their own that
 * are moved alone, and nothing is measured: the browser then neither lays out nor composes the visits again for each step.
 */
export function PlacingLayer({ ref, sayOf }: Props) {
  const [shown, setShown] = useState<Shown>()
  const card = useRef<HTMLDivElement>(null)
  const at = useRef<Pointer>({ clientX: 0, clientY: 0, pageY: 0 })
  const put = () => {
    const { clientX, clientY } = at.current
    if (card.current) moveLayer(card.current, { x: clientX + 12, y: clientY + 10 })
  }
  useImperativeHandle(ref, () => ({
    show: setShown,
    hide: () => setShown(undefined),
    follow: (pointer) => {
      at.current = pointer
      put()
    },
  }))
  useLayoutEffect(put)
  const box = useRef<HTMLDivElement>(null)
  const place = shown?.place
  const edge = place && `${place.userId} ${place.day} ${place.start} ${place.minutes}`
  const found = shown && place && boxOf(shown.cells, place)
  useLayoutEffect(() => {
    if (!(box.current && found)) return
    moveLayer(box.current, { x: found.left - shown.origin.x, y: found.top - shown.origin.y })
  })
  useEffect(() => {
    if (!edge || !found) return
    const scrolled = at.current.pageY - at.current.clientY
    const isInView = found.top >= scrolled + above && found.top + found.height <= scrolled + innerHeight - below
    if (shown?.announced || !isInView) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [edge, found, shown])
  if (!shown) return null
  const { lifted, announced } = shown
  const said = place && sayOf(lifted, place)
  return (
    <>
      {said && found && (
        <div
          ref={box}
          className={styles.place}
          data-clashes={said.clashes || undefined}
          style={{ width: found.width, height: found.height }}
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
