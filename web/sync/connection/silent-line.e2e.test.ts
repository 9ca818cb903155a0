import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { startSilentLine } from '#test/browser/lines/silent-line.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { isStoredOnDevice } from '#test/browser/stored-on-device.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let line: Awaited<ReturnType<typeof startSilentLine>>
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
  line = await startSilentLine(screens.server.url)
})
afterAll(async () => {
  await line?.close()
  await screens?.close()
})

test('on a line that falls silent Fettle says so within seconds, shows what is kept, and recovers', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const context = await screens.newContext({ baseURL: line.url, serviceWorkers: 'allow' })
  const data = { email: dana.user.email, password: dana.password }
  await context.request.post(paths.login, { data, headers: { origin: line.url } })
  const page = await context.newPage()
  await page.goto(`/job/${jobId}`)
  const state = (name: string) => page.getByRole('status').filter({ hasText: new RegExp(`^${name}$`) })
  await state('Live').waitFor()
  await page.getByText('Mend the tap').first().waitFor()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect.poll(() => isStoredOnDevice(page, 'Mend the tap')).toBe(true)
  line.fallSilent()
  // The socket itself gives the line up only after 23 seconds.
  await state('Offline').waitFor({ timeout: 60_000 })
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await page.reload()
  await page.getByText('Mend the tap').first().waitFor({ timeout: 60_000 })
  line.resume()
  await state('Live').waitFor({ timeout: 60_000 })
  await context.close()
})
