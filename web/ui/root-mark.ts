import { useLayoutEffect } from 'react'

type Mark = 'footBar' | 'frame' | 'pageFoot' | 'raisedToasts'
const shown: Record<Mark, number> = { footBar: 0, frame: 0, pageFoot: 0, raisedToasts: 0 }

/**
 * Marks the root of the page, for styles elsewhere on it, while something that they make room for is shown. A selector such as
 * `body:has(…)` would need no mark, but makes the browser look through the whole page at every change, such as a tick.
 */
export function useRootMark(mark: Mark, isShown = true) {
  useLayoutEffect(() => {
    if (!isShown) return undefined
    const { dataset } = document.documentElement
    shown[mark] += 1
    dataset[mark] = ''
    return () => {
      shown[mark] -= 1
      if (shown[mark] === 0) delete dataset[mark]
    }
  }, [mark, isShown])
}
