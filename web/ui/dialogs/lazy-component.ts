import { type ComponentType, lazy } from 'react'

const pause = 2_000

/**
 * A part of a screen that comes after the screen. Where the connection is gone it is waited for and asked for again, so that the
 * rest of the screen stands meanwhile; a part that failed to load would take the whole of it down.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    for (;;) {
      try {
        return { default: await load() }
      } catch (error) {
        console.error('A part of this screen did not load yet', error)
        await chance()
      }
    }
  })

/** The next moment at which loading may work: the connection is back, or a little later. */
const chance = () =>
  new Promise<void>((resolve) => {
    const go = () => {
      window.removeEventListener('online', go)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(go, pause)
    window.addEventListener('online', go)
  })
