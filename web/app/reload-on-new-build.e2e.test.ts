import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
})
afterAll(() => screens.close())

test('only a tab left open during an upgrade reloads, instead of going blank', async () => {
  const { page } = await screens.open(dana, '/sites')
  await page.getByText('No jobs found.').waitFor()
  const leaveOpen = () => page.evaluate(() => Object.assign(window, { leftOpen: true }))
  const isLeftOpen = () => page.evaluate(() => 'leftOpen' in window)
  const failed = (parts = 1) =>
    page.evaluate((count) => {
      for (let part = 0; part < count; part += 1) window.dispatchEvent(new Event('vite:preloadError'))
    }, parts)
  await leaveOpen()
  // Chunks of the current build failed to load: the connection is bad. All of them together look once.
  let looks = 0
  page.on('request', (one) => {
    if (one.url().endsWith('/sites') && one.resourceType() === 'fetch') looks += 1
  })
  const looked = page.waitForResponse((one) => one.url().endsWith('/sites') && one.request().resourceType() === 'fetch')
  await failed(3)
  await looked
  expect(looks).toBe(1)
  await page.waitForTimeout(300)
  expect(await isLeftOpen()).toBe(true)

  await page.route('**/sites', (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/static/index-new.js"></script>' })
      : route.continue(),
  )
  const loaded = page.waitForEvent('load')
  await failed().catch(() => undefined)
  await loaded
  await page.getByText('No jobs found.').waitFor()
  expect(await isLeftOpen()).toBe(false)

  // A permanently broken build must not cause endless reloads.
  await leaveOpen()
  await failed()
  await page.waitForTimeout(500)
  expect(await isLeftOpen()).toBe(true)
})
