import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { freePort } from '#test/faults/processes.ts'

let screens: Screens
beforeAll(async () => {
  const [port, nobody] = [await freePort(), await freePort()]
  const external = { issuer: `http://127.0.0.1:${nobody}`, clientId: 'fettle', clientSecret: 'x', audience: 'fettle' }
  screens = await startScreens({ port, publicUrl: `http://127.0.0.1:${port}`, external })
})
afterAll(() => screens?.close())

test.each([
  ['on a desktop', desktop],
  ['on a phone', phone],
])('with an outside issuer the sign-in page has one button and no password, %s', async (_, look) => {
  const context = await screens.newContext(look)
  const page = await context.newPage()
  await page.goto('/auths')
  const go = page.getByRole('link', { name: 'Continue' })
  await go.waitFor()
  expect(await page.locator('input').count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  // Nobody listens where the issuer should be.
  await go.click()
  await page.getByText('Your organisation’s sign-in page cannot be reached. Please try again.').waitFor()
  await context.close()
})
