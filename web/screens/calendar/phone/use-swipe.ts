import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Shorter movements of a finger, in pixels, are no swipe. */
const reach = 60

/** Calls `onSwipe` with 1 for a swipe to the left, to what comes next, and with -1 for one to the right. Scrolling is none. */
export function useSwipe(area: RefObject<HTMLElement | null>, onSwipe: (by: 1 | -1) => void) {
  const latest = useRef(onSwipe)
  useLayoutEffect(() => {
    latest.current = onSwipe
  })
  useEffect(() => {
    const done = new AbortController()
    let from: { x: number; y: number } | undefined
    const begin = ({ touches }: TouchEvent) => {
      const [touch] = touches
      from = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    }
    const end = ({ changedTouches: [touch] }: TouchEvent) => {
      if (!from || !touch) return
      const [across, down] = [touch.clientX - from.x, touch.clientY - from.y]
      from = undefined
      if (Math.abs(across) >= reach && Math.abs(across) > 2 * Math.abs(down)) latest.current(across < 0 ? 1 : -1)
    }
    // The element comes once the calendar has been read.
    const isInside = (touch: (event: TouchEvent) => void) => (event: TouchEvent) => {
      if (event.target instanceof Node && area.current?.contains(event.target)) touch(event)
    }
    addEventListener('touchstart', isInside(begin), { passive: true, signal: done.signal })
    addEventListener('touchend', isInside(end), { passive: true, signal: done.signal })
    return () => done.abort()
  }, [area])
}
