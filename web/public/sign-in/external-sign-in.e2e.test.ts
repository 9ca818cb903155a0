import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '#test/browser/chromium.ts'
import { accessibilityFaults, desktop, phone } from '#test/browser/screens.ts'
import { freePort } from '#test/faults/processes.ts'
import { startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let browser: Awaited<ReturnType<typeof launchChromium>>
beforeAll(async () => {
  const [port, nobody] = [await freePort(), await freePort()]
  const external = { issuer: `http://127.0.0.1:${nobody}`, clientId: 'fettle', clientSecret: 'x', audience: 'fettle' }
  server = await startServer({ port, publicUrl: `http://127.0.0.1:${port}`, external })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

test.each([
  ['on a desktop', desktop],
  ['on a phone', phone],
])('with an outside issuer the sign-in page has one button and no password, %s', async (_, look) => {
  const context = await browser.newContext({ ...look, baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/auths')
  const go = page.getByRole('link', { name: 'Continue' })
  await go.waitFor()
  expect(await page.locator('input').count()).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityFaults(page)).toEqual([])
  }
  // Nobody listens where the issuer should be.
  await go.click()
  await page.getByText('Your organisation’s sign-in page cannot be reached. Please try again.').waitFor()
  await context.close()
})
