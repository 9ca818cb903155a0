import type { BrowserContextOptions, Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { isStoredOnDevice } from '#test/browser/stored-on-device.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
})
afterAll(() => screens.close())

/** Opens Fettle on a device and waits until all of its screens are stored. */
async function openStored(person = dana, device: BrowserContextOptions = phone) {
  const opened = await screens.open(person, '/sites', { ...device, serviceWorkers: 'allow' })
  await opened.page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => opened.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  return opened
}

/** What the heading of each place says, on some width of window. */
const titles: Record<string, string> = {
  '/sites': 'Jobs',
  '/calendar': 'Calendar',
  '/deadlines': 'Deadlines',
  '/todo': 'Todo List',
  '/parts': 'Parts',
  '/address-book': 'Address Book',
  '/recurring-work': 'Recurring Work',
  '/reports': 'Reports',
  '/team': 'Team',
  '/dashboard': 'Dashboard',
  '/history': 'History',
  '/connections': 'Connections',
  '/subscription': 'Subscription plans',
  '/projections': 'Projections',
  '/profile': 'Profile',
  '/waiting': 'Waiting to send',
}

const shownOn = async (page: Page) => ({
  heading: (await page.getByRole('heading', { level: 1 }).allTextContents())[0],
  text: await page.locator('body').innerText(),
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('without a network a reload and a new tab open Fettle, and so does every screen of the menu', async () => {
  const { context, page, faults } = await openStored()
  await page.getByText('No jobs found.').waitFor()
  await context.setOffline(true)
  await page.reload()
  await heading(page, 'Jobs').waitFor()

  const tab = await context.newPage()
  tab.on('pageerror', (error) => faults.push(String(error)))
  for (const [path, name] of [
    ['/sites', 'Jobs'],
    ['/calendar', 'Calendar'],
    ['/todo', 'Todo List'],
    ['/parts', 'Parts'],
    ['/team', 'Team'],
    ['/profile', 'Profile'],
    ['/waiting', 'Waiting to send'],
    ['/dashboard', 'Dashboard'],
    ['/history', 'History'],
  ] as const) {
    await tab.goto(path)
    await heading(tab, name).waitFor()
  }
  expect(faults).toEqual([])
  await context.setOffline(false)
})

test('without a network the lists that were read last are there', async () => {
  const sam = await screens.server.registerCompany()
  await createJob(screens.server, sam, { apartmentName: '14 Marlowe Court' })
  await accepted(screens.server, sam, 'AddTodo', {
    userId: sam.user.userId,
    todoId: uuid(),
    text: 'Order the sash cord',
  })
  const { context, page, faults } = await openStored(sam)
  const kept = (read: string) => expect.poll(() => isStoredOnDevice(page, read)).toBe(true)
  await page.getByText('14 Marlowe Court').first().waitFor()
  await kept('14 Marlowe Court')
  await goInside(page, '/todo')
  await page.getByText('Order the sash cord', { exact: true }).waitFor()
  await kept('Order the sash cord')
  await context.setOffline(true)
  await page.reload()
  await page.getByText('Order the sash cord', { exact: true }).waitFor()
  await goInside(page, '/sites')
  await page.getByText('14 Marlowe Court').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test.for(['on a phone', 'in the office'])('without a network the menu leads to every screen %s', async (where) => {
  const { context, page, faults } = await openStored(dana, where === 'on a phone' ? phone : desktop)
  await page.getByText('No jobs found.').waitFor()
  await context.setOffline(true)
  const menu = page.getByRole('navigation', { name: where === 'on a phone' ? 'Bottom menu' : 'Main menu' })
  const hrefs = await menu.getByRole('link').evaluateAll((links) => links.map((one) => one.getAttribute('href') ?? ''))
  const places = [...new Set(hrefs)]
  expect(places).toEqual(expect.arrayContaining(['/sites', '/calendar', '/todo']))
  for (const path of [...places, '/sites']) {
    await menu.locator(`a[href="${path}"]`).first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    // A text without its page, for one, was mistaken for the page before it, whose heading stood until it was shown.
    await expect
      .poll(() => shownOn(page), { message: path })
      .toMatchObject({ heading: expect.stringContaining(titles[path] ?? 'a title') })
    expect(await page.getByText('This page hasn’t been loaded on this device').count(), path).toBe(0)
  }
  expect(faults).toEqual([])
  await context.close()
})

test('nothing of the API is stored by the service worker', async () => {
  const { page } = await openStored()
  await page.getByText('No jobs found.').waitFor()
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map((one) => new URL(one.url).pathname)
  })
  expect(stored.length).toBeGreaterThan(100)
  expect(stored.filter((path) => !path.startsWith('/static/')).sort()).toEqual([
    '/favicon.svg',
    '/icon-192.png',
    '/manifest.webmanifest',
    '/sites',
  ])
})

/** A context of its own: a page that an earlier test used has the code of screens in its cache. */
const newPhone: BrowserContextOptions = { ...phone, serviceWorkers: 'block' }

test('a screen whose code is not on the device says so in its place, and opens when the connection is back', async () => {
  const { context, page, faults } = await screens.open(dana, '/sites', newPhone)
  await page.getByText('No jobs found.').waitFor()
  await context.setOffline(true)
  const menu = page.getByRole('navigation', { name: 'Bottom menu' })
  await menu.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('alert').getByText('This page hasn’t been loaded on this device').waitFor()
  await menu.getByRole('link', { name: 'Jobs' }).click()
  await heading(page, 'Jobs').waitFor()
  await menu.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('alert').getByText('This page hasn’t been loaded on this device').waitFor()
  await context.setOffline(false)
  await heading(page, 'Calendar').waitFor()
  expect(faults).toEqual([])
})

test('a screen whose code never comes over a silent line says so after 20 seconds, and opens when the line is good', async () => {
  const { page, faults } = await screens.open(dana, '/sites', newPhone)
  await page.getByText('No jobs found.').waitFor()
  let isSilent = true
  await page.route('**/static/**', (route) => (isSilent ? undefined : route.continue()))
  await page.clock.install()
  const asked = page.waitForRequest('**/static/**')
  await page.getByRole('navigation', { name: 'Bottom menu' }).getByRole('link', { name: 'Calendar' }).click()
  await asked
  await page.clock.fastForward(20_000)
  await page.getByRole('alert').getByText('This page hasn’t been loaded on this device').waitFor()
  isSilent = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading(page, 'Calendar').waitFor()
  expect(faults).toEqual([])
})
