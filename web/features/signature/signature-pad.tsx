import { type PointerEvent, useRef, useState } from 'react'
import { type Point, pad, type Stroke, strokePaths } from '#core/job/signature/strokes.ts'
import styles from './signature-pad.module.css'

type Props = {
  strokes: readonly Stroke[]
  onChange: (strokes: readonly Stroke[]) => void
  /** Below the line. */
  caption: string
}

/** A field to draw a signature in with a finger, a pen or a mouse. One pointer draws at a time. */
export function SignaturePad({ strokes, onChange, caption }: Props) {
  const [current, setCurrent] = useState<Stroke>([])
  const drawing = useRef<{ pointer: number; points: Point[] }>(undefined)

  const start = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = { pointer: event.pointerId, points: [] }
    move(event)
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current?.pointer !== event.pointerId) return
    drawing.current.points.push(...pointsOf(event))
    setCurrent([...drawing.current.points])
  }
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current?.pointer !== event.pointerId) return
    onChange([...strokes, drawing.current.points])
    drawing.current = undefined
    setCurrent([])
  }
  const drawn = strokes.length + (current.length > 0 ? 1 : 0)
  return (
    <div className={styles.pad}>
      <svg
        className={styles.area}
        viewBox={`0 0 ${pad.width} ${pad.height}`}
        role="img"
        aria-label={drawn === 0 ? 'Sign here' : 'Signature drawn'}
        data-pad
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path className={styles.line} d={`M70 ${pad.height - 110}H${pad.width - 70}`} />
        <path
          className={styles.stroke}
          d={strokePaths(current.length > 0 ? [...strokes, current] : strokes).join('')}
        />
      </svg>
      <p className={styles.caption}>{caption}</p>
    </div>
  )
}

/** The points that a pointer has passed since the last event, in the units of the pad. */
function pointsOf({ currentTarget, nativeEvent }: PointerEvent<SVGSVGElement>): Point[] {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const passed = nativeEvent.getCoalescedEvents?.() ?? []
  return (passed.length > 0 ? passed : [nativeEvent]).map(({ clientX, clientY, timeStamp }) => ({
    x: ((clientX - left) / width) * pad.width,
    y: ((clientY - top) / height) * pad.height,
    t: timeStamp,
  }))
}
