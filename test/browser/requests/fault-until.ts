import type { BrowserContext, Page, Route } from 'playwright-core'

/**
 * Answers requests to this address as `fault` does, until the function it returns is called. It stays in place even then: Playwright
 * never answers a request that is under way in the moment of `unroute`.
 */
export async function faultUntil(on: Page | BrowserContext, url: string, fault: (route: Route) => unknown) {
  let isFaulty = true
  await on.route(url, (route) => (isFaulty ? fault(route) : route.fallback()))
  return () => {
    isFaulty = false
  }
}
