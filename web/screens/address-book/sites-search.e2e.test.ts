import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { holdRequests } from '#test/browser/requests/held-requests.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { stopClock } from '#test/browser/stopped-clock.ts'
import { accepted } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest

beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  for (const name of ['Flat 1, Ashdown House', 'Flat 3, Ashdown House', '7 Kestrel Mews'])
    await accepted(screens.server, dana, 'AddSite', { siteId: uuid(), name })
})
afterAll(() => screens?.close())

const sizes = [
  ['at a desk', desktop],
  ['on a phone', phone],
] as const
const fieldOf = (page: Page) => page.getByRole('searchbox', { name: /Search sites/ })
const searched = (page: Page) => new URL(page.url()).searchParams.get('search')
const shown = (page: Page) => page.getByRole('main').getByRole('link', { name: /Ashdown House|Kestrel/ })
const count = (page: Page) => shown(page).count()
const caret = (page: Page) =>
  fieldOf(page).evaluate((field: HTMLInputElement) => field === document.activeElement && field.selectionStart)

test.each(sizes)(
  'sites are searched a moment after the last letter, in one request, and Back leaves the list in one step, %s',
  async (_, look) => {
    const { context, page, faults } = await screens.open(dana, '/todo', look)
    await goInside(page, '/address-book')
    await expect.poll(() => count(page)).toBe(3)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('search=') && asked.push(request.url()))
    await stopClock(page)
    await fieldOf(page).pressSequentially('ashdown')
    await page.clock.fastForward(279)
    expect(searched(page)).toBe(null)
    await page.clock.fastForward(1)
    await expect.poll(() => searched(page)).toBe('ashdown')
    await page.clock.resume()
    await expect.poll(() => count(page)).toBe(2)
    expect(asked).toHaveLength(1)
    await page.getByRole('status').filter({ hasText: '2 sites found' }).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])

    // A letter in the middle: the answer moves neither the focus nor the caret.
    await fieldOf(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 3))
    await page.keyboard.type('x')
    await page.getByText('No sites match your search.').waitFor()
    await page.getByRole('status').filter({ hasText: '0 sites found' }).waitFor()
    expect(await caret(page)).toBe(4)
    await page.keyboard.press('Backspace')
    await expect.poll(() => count(page)).toBe(2)
    expect(await caret(page)).toBe(3)

    await fieldOf(page).fill('')
    await expect.poll(() => count(page)).toBe(3)
    expect(searched(page)).toBe(null)
    await fieldOf(page).fill('kestrel')
    await expect.poll(() => count(page)).toBe(1)
    await page.goBack()
    await page.waitForURL('**/todo')
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each(sizes)(
  'the rows stay while a search is read, and a late answer takes no newer one back, %s',
  async (_, look) => {
    const { context, page } = await screens.open(dana, '/address-book', look)
    await expect.poll(() => count(page)).toBe(3)
    const late = page.waitForRequest(/search=kestrel/)
    const release = await holdRequests(page, '**/api/sites?*search=kestrel*')
    await fieldOf(page).fill('kestrel')
    await late
    expect(await count(page)).toBe(3)
    await fieldOf(page).fill('flat 3')
    await expect.poll(() => shown(page).allTextContents()).toEqual([expect.stringContaining('Flat 3')])
    release()
    await page.waitForTimeout(300)
    expect(await shown(page).allTextContents()).toEqual([expect.stringContaining('Flat 3')])
    expect(await fieldOf(page).inputValue()).toBe('flat 3')
    await context.close()
  },
)

test('Enter searches at once, and Back brings back a search that was submitted, but none that was only typed', async () => {
  const { context, page } = await screens.open(dana, '/address-book')
  await expect.poll(() => count(page)).toBe(3)
  await stopClock(page)
  await fieldOf(page).fill('kestrel')
  await fieldOf(page).press('Enter')
  await expect.poll(() => searched(page)).toBe('kestrel')
  await page.clock.resume()
  await expect.poll(() => count(page)).toBe(1)
  for (const text of ['ash', 'ashdown']) {
    await fieldOf(page).fill(text)
    await expect.poll(() => searched(page)).toBe(text)
  }
  await page.goBack()
  await expect.poll(() => fieldOf(page).inputValue()).toBe('kestrel')
  await page.goBack()
  await expect.poll(() => fieldOf(page).inputValue()).toBe('')
  await expect.poll(() => count(page)).toBe(3)
  await context.close()
})

test('what is typed takes nobody back who has followed a link before it is searched for', async () => {
  const { context, page } = await screens.open(dana, '/address-book')
  await expect.poll(() => count(page)).toBe(3)
  const release = await holdRequests(page, '**/static/team-screen-*.js')
  await stopClock(page)
  await fieldOf(page).fill('kestrel')
  await page.getByRole('link', { name: 'Team Management' }).click()
  await page.waitForURL('**/team')
  await page.clock.fastForward(1_000)
  await page.clock.resume()
  release()
  await page.getByRole('heading', { level: 1, name: 'Team Management' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/team')
  await context.close()
})

test.each(sizes)(
  'without a connection a search says so, and the list is there again once it is cleared, %s',
  async (_, look) => {
    const { context, page, faults } = await screens.open(dana, '/address-book', look)
    await expect.poll(() => count(page)).toBe(3)
    await context.setOffline(true)
    await fieldOf(page).fill('kestrel')
    await page.getByText('You’re offline. Sites that you have opened can still be read.').waitFor()
    await fieldOf(page).fill('')
    await expect.poll(() => count(page)).toBe(3)
    expect(faults).toEqual([])
    await context.close()
  },
)
