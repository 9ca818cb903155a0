import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Follows a page's requests from now on. The returned function waits until all of them are answered: code that a screen loads after it
 * shows is there then, also without a connection.
 */
export function followRequests(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return () => expect.poll(() => asked.size).toBe(0)
}
