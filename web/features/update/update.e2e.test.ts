import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
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

/** A signed-in page with its service worker, and the release of the next build: the same files under another version. */
async function openBeforeUpgrade() {
  let isUpgraded = false
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
  const upgrade = async () => {
    isUpgraded = true
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    await page.getByText('A new version of Fettle is ready.').waitFor()
  }
  const close = async () => {
    await context.close()
    await proxy.close()
  }
  return { context, page, upgrade, close }
}

test('a new build waits until it is taken, then opens without losing a change', async () => {
  const { page, upgrade, close } = await openBeforeUpgrade()
  await upgrade()
  await page.evaluate(() => Object.assign(window, { leftOpen: true }))
  await page.getByPlaceholder('Add a new task...').fill('Order the sash cord')
  await page.keyboard.press('Enter')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update' }).click()])
  await page.getByText('Order the sash cord', { exact: true }).waitFor()
  expect(await page.evaluate(() => 'leftOpen' in window)).toBe(false)
  expect(await page.getByText('A new version of Fettle is ready.').count()).toBe(0)
  await close()
})

test('a new build that nobody takes is there without a word once no page of the one before is open', async () => {
  const { context, page, upgrade, close } = await openBeforeUpgrade()
  const waits = (from: Page) =>
    from.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
  await upgrade()
  const second = await context.newPage()
  await second.goto('/todo')
  await page.close()
  await second.getByText('A new version of Fettle is ready.').waitFor()
  expect(await waits(second)).toBe(true)
  // A page of Fettle would keep the worker before, so the workers are asked themselves.
  const waiting = () =>
    Promise.all(context.serviceWorkers().map((one) => one.evaluate('registration.waiting !== null')))
  expect(await waiting()).toContain(true)
  await second.goto('about:blank')
  await expect.poll(waiting).toEqual([false])
  const last = await context.newPage()
  await last.goto('/todo')
  await last.getByPlaceholder('Add a new task...').waitFor()
  expect(await waits(last)).toBe(false)
  expect(await last.getByText('A new version of Fettle is ready.').count()).toBe(0)
  await close()
})

test('a part that could not be loaded reloads a page that nobody uses yet, and is offered on one in use', async () => {
  const { context, page } = await screens.open(dana, '/profile')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const withoutToasts = () => faultUntil(context, '**/static/toasts-*.js', (route) => route.abort())
  const mendUnused = await withoutToasts()
  await page.goto('/todo')
  await page.getByText('Part of Fettle could not be loaded.').waitFor()
  mendUnused()
  await page.waitForEvent('load')
  await page.getByPlaceholder('Add a new task...').waitFor()
  expect(await page.getByText('Part of Fettle could not be loaded.').count()).toBe(0)

  const mend = await withoutToasts()
  await page.goto('/todo')
  await page.getByPlaceholder('Add a new task...').click()
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
