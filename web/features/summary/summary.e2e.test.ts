import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

async function aJob(tasks = 4) {
  const { jobId } = await createJob(screens.server, dana, {
    apartmentName: '14 Marlowe Court',
    workOrder: 'WO-88209',
    agency: 'Bright Oak Lettings',
    receivedBy: 'Front Desk',
    tasks: Array.from({ length: tasks }, (_, at) => ({ taskId: uuid(), description: `Task ${at + 1}`, price: 6_500 })),
  })
  await accepted(screens.server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Stopcock in the hall' })
  for (const colour of ['#347', '#734', '#473'])
    expect((await upload(screens.server, tom, jobId, { files: [{ bytes: await smallPhoto(colour) }] })).ok).toBe(true)
  return `/job/${jobId}`
}
const sheet = (page: Page) => page.getByRole('article', { name: 'Visit sheet' })
async function openSheet(page: Page) {
  await page.getByRole('button', { name: 'Summary' }).click()
  await sheet(page).getByText('Harrow & Pike').waitFor()
}
const pagesOf = async (page: Page) =>
  (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)?.length
const copied = async (page: Page) => {
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}
const permissions = ['clipboard-read', 'clipboard-write']

test('the office copy has prices and the client, can be copied as text, and fits one sheet of paper', async () => {
  const { context, page, faults } = await screens.open(dana, await aJob(), { ...desktop, permissions })
  await openSheet(page)
  const text = await sheet(page).innerText()
  for (const words of [
    'office copy',
    'Bright Oak Lettings',
    'WO-88209',
    'Front Desk',
    'Not invoiced',
    '£65.00',
    '£260.00',
  ])
    expect(text).toContain(words)
  const copy = await copied(page)
  expect(copy).toContain('Total cost: £260.00 (0 of 4 completed)')
  expect(copy).toContain('Work Order: WO-88209')
  expect(await pagesOf(page)).toBe(1)
  // Paper is as narrow as a tablet: the page must not take it for one that was turned.
  await page.waitForTimeout(300)
  expect(await sheet(page).isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Summary')
  expect(faults).toEqual([])
  await context.close()
})

test("the team's copy has the pictures and the hours, but no price and nothing about where the job came from", async () => {
  const { context, page } = await screens.open(tom, await aJob(), { ...desktop, permissions })
  await page.getByRole('button', { name: /Task 2.*change to completed/ }).click()
  await openSheet(page)
  const today = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'Europe/London' })
  await sheet(page).getByRole('cell', { name: today, exact: true }).waitFor()
  for (const text of [await sheet(page).innerText(), await copied(page)]) {
    expect(text).toContain('Stopcock in the hall')
    expect(text).not.toMatch(/£|price|total|work order|88209|agency|bright oak|received|desk|created|invoice|office/i)
  }
  await sheet(page).getByText('Arrived').waitFor()
  await expect.poll(() => sheet(page).locator('img').count()).toBe(3)
  expect(await pagesOf(page)).toBe(1)
  await context.close()
})

test('only the sheet is printed, complete, on as many pages as it needs, black on white even in dark mode', async () => {
  const { context, page } = await screens.open(dana, await aJob(30), { ...phone, colorScheme: 'dark' })
  await openSheet(page)
  expect(await pagesOf(page)).toBe(2)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('main').isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  const look = () =>
    sheet(page).evaluate((one) => {
      const { backgroundColor, color } = getComputedStyle(one)
      return { backgroundColor, color }
    })
  await expect.poll(look).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(22, 33, 29)' })
  await context.close()
})

test('the summary has no accessibility faults, light and dark, on a desktop and a phone', async () => {
  const path = await aJob()
  for (const [person, look, colorScheme] of [
    [dana, desktop, 'light'],
    [dana, phone, 'dark'],
    [tom, desktop, 'dark'],
    [tom, phone, 'light'],
  ] as const) {
    const { context, page } = await screens.open(person, path, { ...look, colorScheme })
    await openSheet(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await context.close()
  }
})
