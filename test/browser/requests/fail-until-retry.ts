import type { Page } from 'playwright-core'

/**
 * Answers the reads of this address with status 500 and this error, once `held` lets them go, until somebody clicks on Retry. Fettle
 * also reads without a click, for instance once it is connected: those reads fail too, so that Retry does not vanish unused.
 */
export async function failUntilRetry(page: Page, url: string, error: string, held?: Promise<void>): Promise<void> {
  await page.addInitScript(noteRetry)
  await page.evaluate(noteRetry)
  await page.route(url, async (route) => {
    await held
    try {
      if ((await page.locator('html.retried').count()) > 0) await route.fallback()
      else await route.fulfill({ status: 500, json: { error, code: 'internal' } })
    } catch (fault) {
      // The test may be over before the last read is.
      if (!page.isClosed()) throw fault
    }
  })
}

const noteRetry = () =>
  addEventListener(
    'click',
    ({ target }) => {
      const isRetry = target instanceof Element && target.closest('button')?.textContent?.trim() === 'Retry'
      if (isRetry) document.documentElement.classList.add('retried')
    },
    true,
  )
