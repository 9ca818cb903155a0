import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
})
afterAll(() => screens?.close())

const isLive = (page: Page) => page.getByRole('status').filter({ hasText: /^Live$/ })

test('the eleventh tab is connected, and the one that gave way is connected again when it is used', async () => {
  const { context, page: first } = await screens.open(dana, '/todo')
  await isLive(first).waitFor()
  const tabs: Page[] = []
  for (let nth = 2; nth <= 11; nth += 1) {
    const tab = await context.newPage()
    await tab.goto('/todo')
    await isLive(tab).waitFor()
    tabs.push(tab)
  }
  await isLive(first).waitFor({ state: 'detached' })
  for (const tab of tabs) expect(await isLive(tab).count()).toBe(1)
  await first.bringToFront()
  await first.getByPlaceholder('Add a new task...').click()
  await isLive(first).waitFor()
  await context.close()
})
