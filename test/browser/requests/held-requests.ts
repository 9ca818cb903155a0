import type { Page } from 'playwright-core'
import { paths } from '#core/wire/paths.ts'

/** Holds back the page's requests to this address: what it shows meanwhile, it shows without their answers. Returns how to let them go. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/** Holds back the commands that the page sends. */
export const holdCommands = (page: Page) => holdRequests(page, `**${paths.commands}`)
