import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { withoutClick } from '#web/screens/calendar/visit/without-click.ts'
import { type Dragged, draggedTo, type Grip, type Spot } from './dragging.ts'
import type { VisitSegment } from './week-layout.ts'

/** Smaller movements, in pixels, count as a click. */
const reach = 4

export type VisitDrag = { segment: VisitSegment; grip: Grip; to: Dragged }

type VisitDragOptions = {
  /** The seven days with their hours. */
  grid: RefObject<HTMLElement | null>
  week: string
  onGrab: (segment: VisitSegment) => void
  onDrop: (segment: VisitSegment, to: Dragged) => void
}

/** Drags visits and their edges with a mouse or a pen. Touch scrolls instead; fingers have the Reschedule dialog. */
export function useVisitDrag({ grid, week, onGrab, onDrop }: VisitDragOptions) {
  const [drag, setDrag] = useState<VisitDrag>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const hold = useCallback(
    (segment: VisitSegment, { button, pointerType, clientX, clientY, target }: ReactPointerEvent) => {
      if (button !== 0 || pointerType === 'touch') return
      stop.current?.()
      const grip = gripOf(target)
      const from = spotOn(grid.current, clientX, clientY)
      const done = new AbortController()
      let held: Dragged | undefined
      const end = () => {
        done.abort()
        setDrag(undefined)
      }
      stop.current = end
      const follow = (event: PointerEvent) => {
        if (!held && Math.hypot(event.clientX - clientX, event.clientY - clientY) < reach) return
        if (!held) onGrab(segment)
        const to = draggedTo(segment, grip, from, spotOn(grid.current, event.clientX, event.clientY), week)
        if (held && isSame(held, to)) return
        held = to
        setDrag({ segment, grip, to })
      }
      const drop = (event: PointerEvent) => {
        if (event.button !== 0) return
        end()
        if (!held) return
        withoutClick()
        if (held.by.start !== 0 || held.by.end !== 0) onDrop(segment, held)
      }
      const giveUp = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !held) return
        event.preventDefault()
        end()
        addEventListener('pointerup', withoutClick, { once: true })
      }
      const { signal } = done
      addEventListener('pointermove', follow, { signal })
      addEventListener('pointerup', drop, { signal })
      addEventListener('pointercancel', end, { signal })
      addEventListener('keydown', giveUp, { signal })
    },
    [grid, week, onGrab, onDrop],
  )
  return { drag, hold }
}

/** Edges name themselves; anywhere else grips the whole visit. */
function gripOf(target: EventTarget): Grip {
  const grip = target instanceof HTMLElement ? target.dataset.grip : undefined
  return grip === 'start' || grip === 'end' ? grip : 'whole'
}

/** Measured at each move, as the page may scroll in between. */
function spotOn(grid: HTMLElement | null, x: number, y: number): Spot {
  const { left, top, width, height } = grid?.getBoundingClientRect() ?? new DOMRect()
  return { across: (x - left) / width, down: (y - top) / height }
}

const isSame = (one: Dragged, other: Dragged) =>
  one.day === other.day && one.start === other.start && one.end === other.end
