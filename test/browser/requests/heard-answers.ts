import type { Page } from 'playwright-core'

/**
 * The texts of all answers to a page's requests whose address matches, as they arrive. Read on their way: the browser forgets
 * the body of an answer that its page no longer waits for.
 */
export async function hearAnswers(page: Page, address: string): Promise<string[]> {
  const heard: string[] = []
  await page.route(address, async (route) => {
    const response = await route.fetch()
    heard.push(await response.text())
    await route.fulfill({ response })
  })
  return heard
}
