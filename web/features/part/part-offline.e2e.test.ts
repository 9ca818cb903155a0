import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { desktop, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
})
afterAll(() => screens?.close())

test('New Part on a job opens offline, and the part is sent when the connection is back', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, `/job/${jobId}`, desktop)
  const button = page.getByRole('button', { name: 'New Part' })
  await button.waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Add New Part' })
  await dialog.getByRole('textbox', { name: 'Expected Delivery' }).fill('tomorrow')
  await dialog.getByLabel('Product Name').fill('Mixer tap')
  await dialog.getByRole('button', { name: 'Add Part' }).click()
  await dialog.waitFor({ state: 'detached' })
  await context.setOffline(false)
  const names = async () => {
    const answer = await screens.server.call(paths.parts, { token: dana.token })
    const { parts }: { parts: { name: string }[] } = await answer.json()
    return parts.map((one) => one.name)
  }
  await expect.poll(names).toEqual(['Mixer tap'])
  await context.close()
})

test('New Part whose form is not on this device says so', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, '/faq', { ...desktop, serviceWorkers: 'block' })
  await context.route('**/part-dialog*', (route) => route.abort())
  await page.goto(`/job/${jobId}`)
  const button = page.getByRole('button', { name: 'New Part' })
  await button.waitFor()
  await context.setOffline(true)
  await button.click()
  await page.getByText('You’re offline, and this form hasn’t been loaded on this device yet.').waitFor()
  await context.close()
})
