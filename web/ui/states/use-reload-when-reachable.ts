import { useEffect } from 'react'
import { reloadIfReachable } from './reload-if-reachable.ts'

/** In milliseconds. */
const retryInterval = 5_000

/**
 * While `wanted`, reloads the page as soon as the server responds: browsers remember that a script failed to load, so only a reload can
 * retry it.
 */
export function useReloadWhenReachable(wanted: () => boolean): void {
  useEffect(() => {
    const retry = () => {
      if (wanted()) void reloadIfReachable(true)
    }
    const timer = setInterval(retry, retryInterval)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [wanted])
}
