import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { startPassingProxy } from '#test/browser/lines/passing-proxy.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let worker: string
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
  worker = await readFile(new URL('../../../dist/web/service-worker.js', import.meta.url), 'utf8')
})
afterAll(() => screens.close())

test('a new build waits until it is taken, then opens without losing a change', async () => {
  let isUpgraded = false
  // The same files under another version, as the next build would have.
  const proxy = await startPassingProxy(screens.server.url, ({ url }) =>
    isUpgraded && url === '/service-worker.js'
      ? { type: 'text/javascript', body: worker.replace(/(?<=version:`)[^`]+/, 'next') }
      : undefined,
  )
  const context = await screens.newContext({ serviceWorkers: 'allow', baseURL: proxy.url })
  const { email } = dana.user
  await context.request.post(paths.login, { data: { email, password: dana.password }, headers: { origin: proxy.url } })
  const page = await context.newPage()
  await page.goto('/todo')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  expect(await page.getByText('A new version of Fettle is ready.').count()).toBe(0)

  isUpgraded = true
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await page.getByText('A new version of Fettle is ready.').waitFor()
  await page.evaluate(() => Object.assign(window, { leftOpen: true }))
  await page.getByPlaceholder('Add a new task...').fill('Order the sash cord')
  await page.keyboard.press('Enter')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update' }).click()])
  await page.getByText('Order the sash cord', { exact: true }).waitFor()
  expect(await page.evaluate(() => 'leftOpen' in window)).toBe(false)
  expect(await page.getByText('A new version of Fettle is ready.').count()).toBe(0)
  await context.close()
  await proxy.close()
})

test('a part of Fettle that could not be loaded offers a reload, and the page works meanwhile', async () => {
  const { context, page } = await screens.open(dana, '/profile')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const mend = await faultUntil(context, '**/static/toasts-*.js', (route) => route.abort())
  await page.goto('/todo')
  await page.getByText('Part of Fettle could not be loaded.').waitFor()
  await page.getByPlaceholder('Add a new task...').fill('Order the lock')
  await page.keyboard.press('Enter')
  await page.getByText('Order the lock', { exact: true }).waitFor()
  mend()
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()])
  await page.getByText('Order the lock', { exact: true }).waitFor()
  expect(await page.getByText('Part of Fettle could not be loaded.').count()).toBe(0)
  await context.close()
})
