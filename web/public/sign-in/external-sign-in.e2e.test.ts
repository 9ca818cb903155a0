import { afterAll, beforeAll, expect, test } from 'vitest'
import { atBothSizes, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { freePort } from '#test/faults/processes.ts'

let screens: Screens
beforeAll(async () => {
  const [port, nobody] = [await freePort(), await freePort()]
  const external = { issuer: `http://127.0.0.1:${nobody}`, clientId: 'fettle', clientSecret: 'x', audience: 'fettle' }
  screens = await startScreens({ port, publicUrl: `http://127.0.0.1:${port}`, external })
})
afterAll(() => screens?.close())

test('with an outside issuer the sign-in page has one button and no password, on a desktop and a phone', async () => {
  const context = await screens.newContext(phone)
  const page = await context.newPage()
  await page.goto('/auths')
  const go = page.getByRole('link', { name: 'Continue' })
  await atBothSizes(page, async () => {
    await go.waitFor()
    expect(await page.locator('input').count()).toBe(0)
    expect(await faultsInBothColours(page)).toEqual([])
  })
  // Nobody listens where the issuer should be.
  await go.click()
  await page.getByText('Your organisation’s sign-in page cannot be reached. Please try again.').waitFor()
  await context.close()
})
