import type { Page } from 'playwright-core'

/**
 * Goes to another screen of the running app as its links and Back do, without loading the app again: that costs five times as
 * much. Waits until the new screen's heading is there; within one screen the test waits for what it looks for.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const screenOf = (pathname: string) => pathname.split('/')[1]
    const left = screenOf(location.pathname) === screenOf(to.replace(/\?.*/, '')) ? null : document.querySelector('h1')
    const { idx = 0 } = history.state ?? {}
    history.pushState({ idx: idx + 1, key: crypto.randomUUID(), usr: null }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    while (left?.isConnected) await new Promise(requestAnimationFrame)
  }, path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}
