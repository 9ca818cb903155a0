import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailOffPath } from '#api/mail/daily-email/email-off.ts'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { noticesOn } from '#test/server/notices/told.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

async function inBothColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await accessibilityFaults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await accessibilityFaults(page))]
}

test('the link in a daily email turns it off after a question, without signing in, on a desktop and a phone', async () => {
  const { server } = screens
  const { sql } = noticesOn(server)
  for (const size of [desktop, phone]) {
    const dana = await server.registerCompany()
    const { companyId, userId } = dana.user
    const settings = () => sql('select settings from notice_settings where user_id = $1', [userId])
    const context = await screens.newContext(size)
    const page = await context.newPage()
    const path = emailOffPath(server.services.keys, { companyId, userId })
    await page.goto(path)
    await page.getByRole('heading', { name: 'Turn off the daily email?' }).waitFor()
    expect(await inBothColours(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await settings()).toEqual([])
    await page.getByRole('button', { name: 'Turn it off' }).press('Enter')
    await page.getByRole('heading', { name: 'The daily email is off' }).waitFor()
    expect(await inBothColours(page)).toEqual([])
    expect(await settings()).toEqual([{ settings: { email: 'off' } }])
    await page.goto(path.slice(0, -1))
    await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
    expect(await inBothColours(page)).toEqual([])
    await context.close()
  }
})
