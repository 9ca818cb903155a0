import type { Page } from 'playwright-core'
import { paths } from '#core/wire/paths.ts'

/** Holds back the commands that the page sends: what it shows meanwhile, it shows without the server. Returns how to let them go. */
export async function holdCommands(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(`**${paths.commands}`, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}
