import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** In milliseconds, as phones have it. */
const longPress = 500
/** Smaller movements, in pixels, do not end a press. */
const trembling = 10

/** Handlers that open something by a long press, a right click or the menu key. The click that ends a long press is dropped. */
export function useLongPress(open: (pressed: Element) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const wasLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: ({ pointerType, clientX, clientY, currentTarget }: PointerEvent) => {
      wasLong.current = false
      stop()
      if (pointerType === 'mouse') return
      start.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => {
        wasLong.current = true
        open(currentTarget)
      }, longPress)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > trembling) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      stop()
      open(event.currentTarget)
    },
    onClickCapture: (event: MouseEvent) => {
      // A click by the keyboard has no detail, and never ends a press.
      if (!wasLong.current || event.detail === 0) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
