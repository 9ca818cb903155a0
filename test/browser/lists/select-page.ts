import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Selects all jobs on the page with Ctrl A, and returns the bar above them. The list's shortcuts load after its rows. */
export async function selectPage(page: Page): Promise<Locator> {
  const bar = page.getByRole('region', { name: 'Selected jobs' })
  const select = async () => {
    await page.keyboard.press('Control+a')
    return bar.isVisible()
  }
  await expect.poll(select).toBe(true)
  return bar
}
