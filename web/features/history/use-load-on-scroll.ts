import { type RefObject, useEffect, useRef } from 'react'

/** Calls `load` while `isWanted` whenever the user scrolls near the element that takes the returned ref. */
export function useLoadOnScroll(isWanted: boolean, load: () => unknown): RefObject<HTMLDivElement | null> {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted || !foot.current) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) void load()
      },
      { rootMargin: '600px' },
    )
    observer.observe(foot.current)
    return () => observer.disconnect()
  }, [isWanted, load])
  return foot
}
