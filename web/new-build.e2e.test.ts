import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from '#test/screens.ts'
import type { SignedInTest } from '#test/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
})
afterAll(() => screens.close())

test('a tab left open over an upgrade loads itself again instead of going blank', async () => {
  const { page } = await screens.open(dana, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.evaluate(() => Object.assign(window, { leftOpen: true }))
  const failed = () => page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true })))
  const loaded = page.waitForEvent('load')
  await failed().catch(() => undefined)
  await loaded
  await page.getByText('No jobs found.').waitFor()
  expect(await page.evaluate(() => 'leftOpen' in window)).toBe(false)

  // A build that is broken for good must not be loaded for ever.
  await page.evaluate(() => Object.assign(window, { leftOpen: true }))
  await failed()
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => 'leftOpen' in window)).toBe(true)
})
