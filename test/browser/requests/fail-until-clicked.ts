import type { Page } from 'playwright-core'

/**
 * Answers the reads of this address with status 500 and this error until somebody clicks on a page that is opened from now on.
 * Fettle also reads without a click, for instance once it is connected: those reads fail too, so that Retry does not vanish unused.
 */
export async function failUntilClicked(page: Page, url: string, error: string): Promise<void> {
  await page.addInitScript(() => addEventListener('click', () => document.body.classList.add('clicked'), true))
  await page.route(url, async (route) =>
    (await page.locator('body.clicked').count()) === 0
      ? route.fulfill({ status: 500, json: { error, code: 'internal' } })
      : route.continue(),
  )
}
