import type { BrowserContext, Request } from 'playwright-core'
import { vi } from 'vitest'

/** In milliseconds: a test may hold a request on purpose. */
const longest = 3_000

/**
 * From now on the context goes offline only once its requests are answered, or after a few seconds: screens load some of their code after
 * they show, and without a service worker a page that loses its connection before never gets it. Returns how to follow the requests again,
 * after all listeners were removed.
 */
export function settleBeforeOffline(context: BrowserContext): () => void {
  const asked = new Set<Request>()
  const follow = () => {
    asked.clear()
    context.on('request', (request) => asked.add(request))
    context.on('requestfinished', (request) => asked.delete(request))
    context.on('requestfailed', (request) => asked.delete(request))
  }
  follow()
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (offline) => {
    if (offline) await vi.waitUntil(() => asked.size === 0, { timeout: longest, interval: 20 }).catch(() => undefined)
    await setOffline(offline)
  }
  return follow
}
