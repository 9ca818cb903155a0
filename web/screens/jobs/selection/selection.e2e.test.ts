import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { selectPage } from '#test/browser/lists/select-page.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  for (let nth = 1; nth <= 20; nth += 1)
    await createJob(screens.server, dana, { apartmentName: `Flat ${nth}, Marlowe Court` })
})
afterAll(() => screens?.close())

const bar = (page: Page) => page.getByRole('region', { name: 'Selected jobs' })
const box = (page: Page, nth: number) => page.getByRole('checkbox', { name: `Select Flat ${nth}, Marlowe Court` })
const view = (page: Page, nth: number) =>
  page.locator('tr', { hasText: `Flat ${nth}, Marlowe Court` }).getByText('View')
const counts = (page: Page, count: number) => bar(page).getByText(`${count} selected`, { exact: true }).waitFor()
async function openList(person = dana) {
  const opened = await screens.open(person, '/sites')
  await view(opened.page, 20).waitFor()
  await opened.page.waitForLoadState('networkidle')
  return opened
}

test('by keyboard: X selects a row, Shift with an arrow the next ones, Ctrl A the page, and Escape ends it', async () => {
  const { context, page, faults } = await openList()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await view(page, 19).focus()
  await page.keyboard.press('x')
  await counts(page, 1)
  expect(await box(page, 19).isChecked()).toBe(true)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await counts(page, 3)
  expect(await box(page, 17).isChecked()).toBe(true)
  await page.keyboard.press('x')
  await counts(page, 2)
  await page.keyboard.press('Control+a')
  await counts(page, 16)
  expect(await page.evaluate(() => getSelection()?.isCollapsed ?? true)).toBe(true)
  expect(await faultsInBothColours(page)).toEqual([])
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'hidden' })
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('by mouse: the left edge brings the boxes, Shift selects as far as a row, and a job does not open', async () => {
  const { context, page } = await openList()
  const row = await page.locator('tr', { hasText: 'Flat 18, Marlowe Court' }).boundingBox()
  await page.mouse.move((row?.x ?? 0) + 4, (row?.y ?? 0) + 10)
  await box(page, 18).click()
  await counts(page, 1)
  await box(page, 15).click({ modifiers: ['Shift'] })
  await counts(page, 4)
  await page.getByRole('rowheader', { name: 'Flat 12, Marlowe Court' }).click({ modifiers: ['Shift'] })
  await counts(page, 7)
  await box(page, 16).click()
  await counts(page, 6)
  const wholePage = page.getByRole('checkbox', { name: 'Select this page' })
  expect(await wholePage.evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true)
  await wholePage.click()
  await counts(page, 16)
  await wholePage.click()
  await counts(page, 0)
  expect(new URL(page.url()).pathname).toBe('/sites')
  await context.close()
})

test('a selection reaches over the pages, takes in the whole list, and ends with another filter', async () => {
  const { context, page } = await openList()
  await view(page, 20).focus()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Next page' }).click()
  await view(page, 4).waitFor()
  await box(page, 4).click()
  await counts(page, 2)
  await bar(page).getByRole('button', { name: 'Select all 20' }).click()
  await counts(page, 20)
  await goInside(page, '/sites?search=Flat+1%2C')
  // Flat 1 is on the second page too, so what tells that the new list is here is that Flat 4 is not.
  await view(page, 4).waitFor({ state: 'detached' })
  await view(page, 1).waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await context.close()
})

test('the team is offered what it may do', async () => {
  const { context, page } = await openList(tom)
  await view(page, 20).focus()
  await page.keyboard.press('x')
  await counts(page, 1)
  const offered = bar(page).getByRole('button')
  await expect
    .poll(() => offered.allTextContents())
    .toEqual(expect.arrayContaining(['Warning', 'Print', 'Export selected jobs']))
  for (const name of ['People', 'Invoice']) expect(await bar(page).getByRole('button', { name }).count()).toBe(0)
  await context.close()
})

test('on a phone Select brings the boxes, and a tap anywhere on a card selects it instead of opening its job', async () => {
  const { context, page, faults } = await screens.open(dana, '/sites', phone)
  await page.getByRole('link', { name: 'Flat 20, Marlowe Court' }).waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await counts(page, 0)
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Flat 19, Marlowe Court' })
  await card.tap()
  await box(page, 18).tap()
  await counts(page, 2)
  expect(await box(page, 19).isChecked()).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/sites')
  expect(await faultsInBothColours(page)).toEqual([])
  await bar(page).getByRole('button', { name: 'Warning' }).tap()
  const dialog = page.getByRole('dialog', { name: /warning/i })
  await dialog.getByText('Flat 18, Marlowe Court').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await bar(page).getByRole('button', { name: 'End selection' }).tap()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('link', { name: 'Flat 19, Marlowe Court' }).tap()
  await page.waitForURL('**/job/*')
  expect(faults).toEqual([])
  await context.close()
})

test('more jobs than can be taken at once, chosen page by page, are told so, and nothing is asked of the server', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await page.route('**/api/jobs?*', async (route) => {
    const response = await route.fetch()
    const { jobs, ...rest } = await response.json()
    const [first] = jobs
    const many = Array.from({ length: 501 }, (_, nth) => ({ ...first, jobId: uuid(), jobRef: `${10_000 + nth}` }))
    await route.fulfill({ response, json: { ...rest, jobs: many } })
  })
  const exported: string[] = []
  page.on('request', (request) => request.url().includes('/export/') && exported.push(request.url()))
  await page.reload()
  await page.locator('tbody tr').nth(500).waitFor()
  await selectPage(page)
  await counts(page, 501)
  for (const name of ['Export selected jobs', 'Warning']) {
    await bar(page).getByRole('button', { name }).click()
    await page.getByText('up to 500 jobs at once, and there are 501 here.').first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  expect(exported).toEqual([])
  await context.close()
})
