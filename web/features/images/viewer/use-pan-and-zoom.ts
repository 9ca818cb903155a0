import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { bounded, fitted, nearest, type Point, type Size, stepped, type View, zoomed } from './zoom.ts'

const swipe = 50
/** Less than one notch of any mouse wheel, more than a touchpad's jitter. */
const notch = 40

type Gesture = { from: View; start: Point; apart: number }

/** Zooms by wheel and pinch, and pans by dragging; a swipe at 100% asks for another picture. */
export function usePanAndZoom(picture: Size, onSwipe: (direction: 1 | -1) => void) {
  const stage = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(fitted)
  const [dragging, setDragging] = useState(false)
  const fingers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>(undefined)

  const place = () => stage.current?.getBoundingClientRect() ?? new DOMRect()
  const show = (to: View) => setView(bounded(to, picture, place()))
  const zoomTo = (zoom: number, at: Point = { x: 0, y: 0 }) => show(zoomed(view, zoom, at))
  const inPlace = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = place()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const turned = useRef(0)
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    turned.current += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1)
    if (Math.abs(turned.current) < notch) return
    zoomTo(stepped(view.zoom, turned.current < 0 ? 1 : -1), inPlace(event))
    turned.current = 0
  })
  // React's wheel listeners are passive and cannot stop the page from scrolling.
  useEffect(() => {
    const element = stage.current
    const listen = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [])

  const begin = () => {
    const [first, second] = [...fingers.current.values()]
    gesture.current = first && {
      from: view,
      start: second ? middle(first, second) : first,
      apart: second ? distance(first, second) : 0,
    }
    setDragging(first !== undefined)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, inPlace(event))
      begin()
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (!fingers.current.has(event.pointerId) || !gesture.current) return
      fingers.current.set(event.pointerId, inPlace(event))
      const { from, start, apart } = gesture.current
      const [first, second] = [...fingers.current.values()]
      if (!first) return
      const at = second ? middle(first, second) : first
      const zoom = second && apart > 0 ? nearest((from.zoom * distance(first, second)) / apart) : from.zoom
      const moved = zoomed(from, zoom, start)
      show({ zoom, x: moved.x + at.x - start.x, y: moved.y + at.y - start.y })
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      const { current: was } = gesture
      const alone = fingers.current.size === 1
      const { x, y } = inPlace(event)
      if (!fingers.current.delete(event.pointerId)) return
      begin()
      if (!was || !alone || was.apart > 0 || was.from.zoom !== 1) return
      const [across, down] = [x - was.start.x, y - was.start.y]
      if (Math.abs(across) > swipe && Math.abs(across) > 2 * Math.abs(down)) onSwipe(across < 0 ? 1 : -1)
    },
    onPointerCancel: (event: PointerEvent<HTMLDivElement>) => {
      fingers.current.delete(event.pointerId)
      begin()
    },
  }
  const move = (x: number, y: number) => show({ ...view, x: view.x + x, y: view.y + y })
  return { stage, view, dragging, handlers, zoomTo, move }
}

const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
