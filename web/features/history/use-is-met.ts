import { useEffect, useRef, useState } from 'react'

/** A pointer on its way across a list rests on nothing. */
const restsAfter = 150

/** Whether the pointer has rested on an element, or the focus has been in it, and the element's handlers that tell. */
export function useIsMet() {
  const [isMet, setMet] = useState(false)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const meets = {
    onPointerEnter: () => {
      if (!isMet) resting.current = setTimeout(() => setMet(true), restsAfter)
    },
    onPointerLeave: () => clearTimeout(resting.current),
    onFocus: () => setMet(true),
  }
  return { isMet, meets }
}
