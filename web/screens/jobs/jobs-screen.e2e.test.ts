import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failUntilRetry } from '#test/browser/requests/fail-until-retry.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
let busy: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  const { server } = screens
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  busy = await server.registerCompany({ businessName: 'Ashdown Repairs', username: 'priya.nair' })
  const sites = ['Ashdown House', 'Marlowe Court', 'Kestrel Mews']
  for (let nth = 1; nth <= 20; nth += 1)
    await createJob(server, busy, {
      apartmentName: `Flat ${nth}, ${sites[nth % 3]}`,
      workOrder: `WO-${nth}`,
      agency: nth % 2 ? 'bright oak lettings' : 'castlefield lets',
      createdAt: `2026-11-${String(nth).padStart(2, '0')}`,
    })
})
afterAll(() => screens?.close())

const refs = (page: Page) => page.locator('tbody tr td:first-child').allTextContents()
const row = (page: Page, site: string) => page.locator('tr', { hasText: site })

describe.each([
  ['a desktop', desktop],
  ['a phone', phone],
] as const)('on %s', (size, look) => {
  const site = size === 'a phone' ? '7 Kestrel Mews' : '14 Marlowe Court'

  test('a job is created with its site name capitalised, at the top of the list', async () => {
    const { context, page, faults } = await screens.open(dana, '/sites', look)
    await page.getByRole('button', { name: 'New Job' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Job' })
    await dialog.getByRole('combobox', { name: 'Apartment Name' }).fill(site.toUpperCase())
    await dialog.getByLabel('Work Order').fill('WO-88209')
    await dialog.getByLabel('Agency').fill('bright oak lettings')
    await dialog.getByRole('button', { name: 'New Task' }).click()
    await dialog.getByLabel('Task 1, description').fill('Replace kitchen mixer tap')
    await dialog.getByLabel('Task 1, price').fill('85')
    await dialog.getByRole('button', { name: 'New Task' }).click()
    await dialog.getByLabel('Task 2, description').fill('Reseal bath')
    await dialog.getByLabel('Task 2, price').fill('1,120.50')
    await dialog.getByText('Total £1,205.50').waitFor()
    await dialog.getByRole('button', { name: 'Create Job' }).dblclick()
    await dialog.waitFor({ state: 'hidden' })
    await page
      .getByText(/^0000\d$/)
      .first()
      .waitFor()
    const shown =
      size === 'a phone' ? page.getByRole('heading', { name: site }) : page.getByRole('rowheader', { name: site })
    expect(await page.getByRole('dialog', { name: 'Oops!' }).count()).toBe(0)
    expect(await shown.count()).toBe(1)
    if (size === 'a desktop') await row(page, site).getByText('Bright Oak Lettings').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test('a job without a site is refused with Oops!, and the field has the focus and the reason', async () => {
    const { context, page } = await screens.open(dana, '/sites', look)
    await page.getByRole('button', { name: 'New Job' }).click()
    await page.getByLabel('Work Order').fill('WO-1')
    await page.getByLabel('Work Order').press('Control+Enter')
    const oops = page.getByRole('dialog', { name: 'Oops!' })
    await oops.getByText('Site name is required.').waitFor()
    await oops.getByRole('button', { name: 'OK' }).click()
    await oops.waitFor({ state: 'hidden' })
    const field = page.getByRole('combobox', { name: 'Apartment Name' })
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Escape')
    const leaving = page.getByRole('dialog', { name: 'Discard this job?' })
    await leaving.getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => page.getByLabel('Work Order').inputValue()).toBe('WO-1')
    await context.close()
  })

  test('the list, its dialogs and its empty state have no accessibility faults, light and dark', async () => {
    // Colours are measured when nothing fades any more.
    const { context, page } = await screens.open(dana, '/sites', { ...look, reducedMotion: 'reduce' })
    await page.getByText(/Page 1 of/).waitFor()
    if (size === 'a phone') await page.getByRole('button', { name: 'Filters' }).click()
    expect(await faultsInBothColours(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Status' }).click()
    expect(await faultsInBothColours(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New Job' }).click()
    await page.getByRole('button', { name: 'New Task' }).click()
    expect(await faultsInBothColours(page)).toEqual([])
    await page.getByLabel('Created On').click()
    expect(await faultsInBothColours(page)).toEqual([])
    await page.goto('/sites?search=nowhere')
    await page.getByText('No jobs found.').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
    await context.close()
  })
})

test('on a phone the order is chosen from a list, kept in the address and survives a reload', async () => {
  const { context, page } = await screens.open(busy, '/sites', phone)
  const sites = page.getByRole('main').getByRole('heading', { level: 2 })
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await page.getByText('Page 1 of 2').waitFor()
  await expect.poll(async () => (await sites.allTextContents())[0]).toBe('Flat 20, Kestrel Mews')
  expect(await sort.inputValue()).toBe('ID, highest first')
  await sort.tap()
  await page.getByRole('option', { name: 'Created On, oldest first' }).tap()
  await expect.poll(async () => (await sites.allTextContents())[0]).toBe('Flat 1, Marlowe Court')
  expect(new URL(page.url()).search).toBe('?sort=createdAt&direction=asc')
  await page.reload()
  await page.getByText('Page 1 of 2').waitFor()
  await expect.poll(async () => (await sites.allTextContents())[0]).toBe('Flat 1, Marlowe Court')
  expect(await sort.inputValue()).toBe('Created On, oldest first')
  await context.close()
})

test('on a phone chips count and filter the user’s own jobs, today’s visits, ready jobs and pending jobs', async () => {
  const { server } = screens
  const owner = await server.registerCompany({ businessName: 'Kestrel Care', username: 'olga.marsh' })
  const maya = await addMember(server, owner, 'team', 'maya.lind')
  const { jobId } = await createJob(server, owner, { apartmentName: '3 Station Cottages' })
  await createJob(server, owner, { apartmentName: '18 Beacon Terrace' })
  const jobStart = new Date().toISOString()
  const jobEnd = new Date(Date.now() + 900_000).toISOString()
  const visit = { jobBookingId: jobId, jobStart, jobEnd, access: '', assignedTo: [maya.user.userId] }
  await accepted(server, owner, 'ScheduleJob', { jobId, ...visit })
  const { context, page } = await screens.open(maya, '/sites', phone)
  const chips = page.getByRole('group', { name: 'Which jobs' })
  await expect
    .poll(() => chips.getByRole('button').allTextContents())
    .toEqual(['All 2', 'My jobs 1', 'Today 1', 'Ready 0', 'Pending 1'])
  const sites = page.getByRole('main').getByRole('heading', { level: 2 })
  await chips.getByRole('button', { name: 'My jobs' }).tap()
  await expect.poll(() => sites.allTextContents()).toEqual(['3 Station Cottages'])
  expect(new URL(page.url()).search).toBe('?among=mine')
  await chips.getByRole('button', { name: 'Pending' }).tap()
  await expect.poll(() => sites.allTextContents()).toEqual(['18 Beacon Terrace'])
  await chips.getByRole('button', { name: 'Ready' }).tap()
  await page.getByText('No jobs found.').waitFor()
  const { jobId: other, taskId } = await createJob(server, owner, { apartmentName: '9 Sutler Street' })
  await accepted(server, owner, 'SetTaskReady', { jobId: other, taskId, ready: true })
  await expect.poll(() => sites.allTextContents()).toEqual(['9 Sutler Street'])
  await chips.getByText('Ready 1').waitFor()
  await chips.getByRole('button', { name: 'All' }).tap()
  await page.getByText('Page 1 of 1').waitFor()
  await expect.poll(() => sites.count()).toBe(3)
  await context.close()
})

test('columns sort descending first, then ascending, and the address keeps order and page', async () => {
  const { context, page } = await screens.open(busy, '/sites')
  await page.getByText('Page 1 of 2').waitFor()
  await expect.poll(async () => (await refs(page))[0]).toBe('00020')
  await expect.poll(() => page.getByRole('columnheader', { name: 'ID' }).getAttribute('aria-sort')).toBe('descending')
  await page.getByRole('button', { name: 'ID' }).click()
  await expect.poll(async () => (await refs(page))[0]).toBe('00001')
  await expect.poll(() => page.getByRole('columnheader', { name: 'ID' }).getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('button', { name: 'Created On' }).click()
  await expect.poll(async () => (await refs(page))[0]).toBe('00020')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await expect.poll(() => refs(page)).toEqual(['00004', '00003', '00002', '00001'])
  expect(new URL(page.url()).search).toBe('?sort=createdAt&page=2')
  await page.reload()
  await page.getByText('Page 2 of 2').waitFor()
  await expect.poll(() => refs(page)).toEqual(['00004', '00003', '00002', '00001'])
  await context.close()
})

test('filters search by site, agency and work order, suggest after two characters, and clear', async () => {
  const { context, page } = await screens.open(busy, '/sites')
  const search = page.getByRole('combobox', { name: 'Search' }).or(page.getByLabel('Search'))
  await search.first().fill('kes')
  await page.getByRole('option', { name: 'Flat 11, Kestrel Mews' }).waitFor()
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByText('7 jobs').waitFor()
  await page.getByRole('combobox', { name: 'Filter by' }).click()
  await page.getByRole('option', { name: 'Agency' }).click()
  await search.first().fill('castle')
  await page.getByRole('option', { name: 'castlefield lets' }).click()
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByText('10 jobs').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('20 jobs').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Completed' }).click()
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByText('No jobs found.').waitFor()
  await page.getByText('Nothing matches these filters.').waitFor()
  await context.close()
})

test("someone else's change is marked in place and announced, without a reload", async () => {
  const { server } = screens
  const { jobId } = await createJob(server, dana, { apartmentName: '9 Sutler Street' })
  const { context, page } = await screens.open(dana, '/sites')
  const changed = row(page, '9 Sutler Street')
  await changed.waitFor()
  await page.getByText('Live').waitFor()
  await page.mouse.move(5, 5)
  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  await changed.getByText('No access').waitFor()
  await page.getByText('9 Sutler Street has no access, changed just now').waitFor()
  await expect.poll(() => changed.getAttribute('data-changed')).toBe('true')
  await context.close()
})

test('a new job does not move the rows under the pointer, but waits to be shown', async () => {
  const { context, page } = await screens.open(busy, '/sites')
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByText('Live').waitFor()
  await row(page, 'Flat 20,').hover()
  await createJob(screens.server, busy, { apartmentName: '31 Tannery Wharf' })
  await page.getByRole('button', { name: 'Show 1 change' }).click()
  await row(page, '31 Tannery Wharf').waitFor()
  await context.close()
})

test('a failure to load the list is shown with its reason, and Retry loads it again', async () => {
  const { context, page } = await screens.open(dana, '/auths')
  await page.waitForURL('**/sites')
  // A 503 would be answered from the device, if it had kept the list before the reload.
  await failUntilRetry(page, '**/api/jobs?*', 'The list is too long to count.')
  await page.reload()
  await page.getByText('Failed to fetch jobs: The list is too long to count.').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText(/Page 1 of/).waitFor()
  await context.close()
})

test('the team sees no New Job, no Edit, no work orders and no agencies, and may set three warnings', async () => {
  const { context, page } = await screens.open(tom, '/sites')
  await page.getByText(/Page 1 of/).waitFor()
  await expect
    .poll(() => page.getByRole('columnheader').allTextContents())
    .toEqual(['ID', 'Status', 'Warning', 'Site', 'Created On', 'Schedule', 'Extras', 'Action'])
  expect(await page.getByRole('button', { name: 'New Job' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  expect(await page.locator('body').textContent()).not.toMatch(/bright oak/i)
  await page.getByRole('button', { name: 'change the warning of 14 Marlowe Court' }).click()
  const dialog = page.getByRole('dialog', { name: 'Warning' })
  await dialog.getByRole('radio').first().waitFor()
  await expect
    .poll(() => dialog.locator('label').allTextContents())
    .toEqual([
      expect.stringContaining('No access'),
      expect.stringContaining('Reschedule'),
      expect.stringContaining('No Warning'),
    ])
  await dialog.getByText('Reschedule').click()
  await dialog.getByRole('button', { name: 'Set Reschedule' }).click()
  await row(page, '14 Marlowe Court').getByText('Reschedule').waitFor()
  await context.close()
})

test('the office edits a job from its row', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await page.getByRole('button', { name: 'Edit 14 Marlowe Court' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Job' })
  await dialog.getByRole('combobox', { name: 'Apartment Name' }).fill('14b marlowe court')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page, '14b Marlowe Court').waitFor()
  await context.close()
})

test('the arrow keys or J and K move between rows, and Enter opens one', async () => {
  const { context, page } = await screens.open(busy, '/sites')
  const views = page.getByRole('link', { name: /^View/ })
  await views.first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  await expect.poll(() => views.nth(1).evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/job/*')
  await context.close()
})
