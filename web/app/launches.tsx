import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { launchTarget } from './launch-target.ts'

/** Chromium's queue of launches of the installed app, which TypeScript's types lack. */
type LaunchQueue = { setConsumer(consumer: (launch: { targetURL?: string }) => void): void }

const isLaunchQueue = (value: unknown): value is LaunchQueue =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'setConsumer') === 'function'

/** Opens a link that launches the installed app, or a push that was tapped, in its open window, without loading the page again. */
export function Launches() {
  const navigate = useNavigate()
  useEffect(() => {
    const queue: unknown = Reflect.get(window, 'launchQueue')
    if (!isLaunchQueue(queue)) return
    queue.setConsumer(({ targetURL }) => {
      if (isSentAgain(targetURL)) return
      const target = launchTarget(targetURL, location.href)
      if (target && 'screen' in target) void navigate(target.screen)
      else if (target) location.assign(target.page)
    })
  }, [navigate])
  useEffect(() => {
    const workers = navigator.serviceWorker
    const open = ({ data }: MessageEvent<unknown>) => {
      const path = typeof data === 'object' && data !== null ? Reflect.get(data, 'open') : undefined
      const target = launchTarget(`${location.origin}${path}`, location.href)
      if (target && 'screen' in target && typeof path === 'string') void navigate(target.screen)
    }
    workers?.addEventListener('message', open)
    return () => workers?.removeEventListener('message', open)
  }, [navigate])
  return null
}

const lastLaunch = 'fettle-last-launch'
let isFirst = true

/** After a reload Chromium sends the last launch again, although the user may have moved on since. */
function isSentAgain(targetURL = ''): boolean {
  const [page] = performance.getEntriesByType('navigation')
  const isReload = page instanceof PerformanceNavigationTiming && page.type === 'reload'
  const again = isFirst && isReload && sessionStorage.getItem(lastLaunch) === targetURL
  isFirst = false
  sessionStorage.setItem(lastLaunch, targetURL)
  return again
}
