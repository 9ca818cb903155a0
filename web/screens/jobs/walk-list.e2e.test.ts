import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabOpenedBy } from '#test/browser/opened-tab.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { stopClock } from '#test/browser/stopped-clock.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  const { server } = screens
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(server, dana, 'admin', 'priya.nair')
  const sites = ['Ashdown House', 'Marlowe Court', 'Kestrel Mews']
  for (let nth = 1; nth <= 20; nth += 1) {
    const { jobId } = await createJob(server, dana, {
      apartmentName: `Flat ${nth}, ${sites[nth % 3]}`,
      workOrder: `WO-${nth}`,
      agency: nth % 2 ? 'bright oak lettings' : 'castlefield lets',
      createdAt: `2026-10-${String(31 - nth).padStart(2, '0')}`,
    })
    if (nth > 18)
      await accepted(server, dana, 'ScheduleJob', {
        jobId,
        jobBookingId: jobId,
        jobStart: `2037-12-${nth}T09:00:00.000Z`,
        jobEnd: `2037-12-${nth}T11:00:00.000Z`,
        access: '',
        assignedTo: [],
      })
  }
})
afterAll(() => screens?.close())

const ready = (page: Page) => page.getByText(/Page \d of \d/).waitFor()
const column = (page: Page, place: number) => page.locator(`tbody tr > :nth-child(${place})`).allTextContents()
const row = (page: Page, site: string) => page.locator('tr', { hasText: site })

test('the office sees ten columns in their order, and sixteen jobs to a page', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await ready(page)
  expect(await page.title()).toContain('Site Management')
  const heads = page.getByRole('columnheader')
  await expect
    .poll(() => heads.allTextContents())
    .toEqual(['ID', 'Status', 'Warning', 'Site', 'Work Order', 'Created On', 'Schedule', 'Agency', 'Extras', 'Action'])
  await expect.poll(() => heads.getByRole('button').allTextContents()).toEqual(['ID', 'Site', 'Created On', 'Schedule'])
  await expect.poll(() => column(page, 1)).toHaveLength(16)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect.poll(() => pages.textContent()).toMatch(/^<.*Page 1 of 2>/)
  await expect.poll(() => pages.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true)
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => column(page, 1)).toHaveLength(4)
  await expect.poll(() => pages.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
  await context.close()
})

test.each([
  ['ID', 1, '00020', '00001'],
  ['Site', 4, 'Flat 9, Ashdown House', 'Flat 1, Marlowe Court'],
  ['Created On', 6, '30 Oct 2026', '11 Oct 2026'],
  ['Schedule', 7, 'Sun 20 Dec 2037, 09:00–11:00', 'Sat 19 Dec 2037, 09:00–11:00'],
] as const)('a first click on %s sorts descending, a second ascending', async (name, place, last, first) => {
  const { context, page } = await screens.open(dana, name === 'ID' ? '/sites?sort=apartmentName' : '/sites')
  await ready(page)
  const head = page.getByRole('columnheader', { name, exact: true })
  await head.getByRole('button').click()
  // A visit of another year is written with it.
  const top = async () => (await column(page, place))[0]?.replace(' 2026,', ',')
  await expect.poll(top).toBe(last)
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
  await head.getByRole('button').click()
  await expect.poll(top).toBe(first)
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
  await context.close()
})

test('quick clicks are one question more: the query waits 300 ms', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await ready(page)
  // The table of a desktop is code of its own, which may come after the pager.
  await page.locator('thead button').nth(3).waitFor()
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/jobs') requests.push(search)
  })
  await stopClock(page)
  for (const place of [0, 1, 2, 3, 0]) {
    await page.locator('thead button').nth(place).click()
    await page.clock.fastForward(40)
  }
  await page.clock.fastForward(300)
  await expect.poll(() => requests.at(-1)).toContain('sort=jobRef')
  expect(requests.length).toBeLessThanOrEqual(2)
  await context.close()
})

test('View is a real link: a click opens the job here, with Ctrl or the middle button in a new tab', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  const view = page.getByRole('link', { name: 'View Flat 20, Kestrel Mews' })
  await expect.poll(() => view.getAttribute('href')).toMatch(/^\/job\/[0-9a-f-]{36}$/)
  for (const open of [() => view.click({ modifiers: ['ControlOrMeta'] }), () => view.click({ button: 'middle' })]) {
    const tab = await tabOpenedBy(page, open)
    await expect.poll(tab.title).toContain('Flat 20, Kestrel Mews')
    expect(new URL(page.url()).pathname).toBe('/sites')
    await tab.close()
  }
  await view.click()
  await page.getByRole('heading', { level: 1, name: 'Flat 20, Kestrel Mews' }).waitFor()
  await context.close()
})

test('a click anywhere in a row opens its job; with Ctrl or the middle button in a new tab', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  const row = page.getByRole('row').filter({ hasText: 'Flat 20, Kestrel Mews' })
  const site = row.getByRole('rowheader')
  for (const open of [() => site.click({ modifiers: ['ControlOrMeta'] }), () => site.click({ button: 'middle' })]) {
    const tab = await tabOpenedBy(page, open)
    await expect.poll(tab.title).toContain('Flat 20, Kestrel Mews')
    expect(new URL(page.url()).pathname).toBe('/sites')
    await tab.close()
  }
  await row.getByRole('button', { name: /No Warning/ }).click()
  await page.getByRole('dialog', { name: 'Warning' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Warning' }).waitFor({ state: 'hidden' })
  await row.getByRole('cell').first().click()
  await page.getByRole('heading', { level: 1, name: 'Flat 20, Kestrel Mews' }).waitFor()
  await context.close()
})

test('J starts at the first row from anywhere on the page and K at the last, and the list can be skipped', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  const views = page.getByRole('link', { name: /^View / })
  await expect.poll(() => views.count()).toBe(16)
  const isFocused = (nth: number) =>
    expect.poll(() => views.nth(nth).evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('j')
  await isFocused(0)
  await page.keyboard.press('j')
  await isFocused(1)
  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('k')
  await isFocused(15)
  const skip = page.getByRole('link', { name: 'Skip the list' })
  await skip.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const next = page.getByRole('button', { name: 'Next page' })
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true)
  await context.close()
})

test("the Filters panel can be collapsed, has the specification's choices, and keeps them in the address for Back, reload and sharing", async () => {
  const { context, page } = await screens.open(dana, '/sites')
  const toggle = page.getByRole('button', { name: 'Filters' })
  const options = async (name: string) => {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option').first().waitFor()
    const shown = await page.getByRole('option').allTextContents()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    return shown
  }
  expect(await options('Filter by')).toEqual(['Apartment Name', 'All', 'Agency', 'Work Order'])
  expect((await options('Status')).slice(1)).toEqual([
    'Pending',
    'Booked',
    'Completed',
    'Cancelled',
    'Quote sent',
    'To estimate',
  ])
  expect(await options('Warning')).toHaveLength(12)
  await toggle.click()
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false')
  expect(await page.getByRole('button', { name: 'Go', exact: true }).count()).toBe(0)
  await toggle.click()

  const search = page.getByRole('combobox', { name: 'Search' })
  await search.fill('MARLOWE')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Pending' }).click()
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByText('6 jobs').waitFor()
  const shared = page.url()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('20 jobs').waitFor()
  await page.goBack()
  await page.getByText('6 jobs').waitFor()
  await expect.poll(() => search.inputValue()).toBe('MARLOWE')
  await page.reload()
  await page.getByText('6 jobs').waitFor()
  const other = await screens.open(priya, shared)
  await other.page.getByText('6 jobs').waitFor()
  await expect.poll(() => other.page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Pending')
  await other.context.close()
  await context.close()
})

test('filters suggest sites and agencies after two characters, ignoring case', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  const search = page.getByRole('combobox', { name: 'Search' })
  const listed: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/lists/')) listed.push(pathname)
  })
  await search.pressSequentially('K')
  await page.waitForTimeout(300)
  expect(listed).toEqual([])
  await search.pressSequentially('E')
  await page.getByRole('option', { name: 'Flat 2, Kestrel Mews' }).waitFor()
  await page.getByRole('combobox', { name: 'Filter by' }).click()
  await page.getByRole('option', { name: 'Agency' }).click()
  await search.fill('OA')
  await page.getByRole('option', { name: 'bright oak lettings' }).waitFor()
  expect(new Set(listed)).toEqual(new Set(['/api/lists/apartments', '/api/lists/agencies']))
  await context.close()
})

test('Extras shows images, comments and a ready task, each with its own icon', async () => {
  const { server } = screens
  const { jobId, taskId } = await createJob(server, dana, { apartmentName: '9 Sutler Street' })
  const { context, page } = await screens.open(dana, '/sites')
  const extras = row(page, '9 Sutler Street').locator('td').nth(-2)
  await row(page, '9 Sutler Street').waitFor()
  expect(await extras.locator('svg').count()).toBe(0)
  const sent = await upload(server, dana, jobId, { files: [{ bytes: await smallPhoto() }] })
  expect(sent.status).toBe(200)
  await extras.getByText('Has images').waitFor()
  await accepted(server, dana, 'AddNote', { jobId, noteId: taskId, note: 'Dog in flat' })
  await extras.getByText('Has comments').waitFor()
  await accepted(server, dana, 'SetTaskReady', { jobId, taskId, ready: true })
  await extras.getByText('Has a ready task').waitFor()
  await expect.poll(() => extras.locator('svg').count()).toBe(3)
  await accepted(server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await expect.poll(() => extras.locator('svg').count()).toBe(2)
  await context.close()
})
